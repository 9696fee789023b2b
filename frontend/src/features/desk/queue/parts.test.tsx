import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { server, signIn } from "~/test/server";
import type { QueueItem } from "../shared/types";
import { aDeskQuote, admin, serveList, serveWrite, stopClock } from "../test-desk";
import Details from "./details";
import type { LiveRow } from "./live-list";
import { PriceBar } from "./price-bar";
import { QueueRow } from "./queue-row";
import { ReplyBox } from "./reply-box";
import { aLiveRow, renderPart } from "./test-queue";
import { TextsOff } from "./texts-off";
import { useReply } from "./use-reply";
import { WhoPaid } from "./who-paid";

beforeEach(() => void stopClock());

const orderId = "0198a000-0000-7000-8000-00007be2d310";
const noQuote = { quoteId: null, communicationPreference: null } as const;
const payment = { ...noQuote, kind: "payment", paymentId: orderId, amount: "599.00" } as const;

describe("a row's button", () => {
  it.each<[string, string, Partial<QueueItem>]>([
    ["Reply", "reply", { kind: "question" }],
    ["Log call", "call", { ...noQuote, kind: "question" }],
    ["Pick a day", "day", { kind: "accepted", status: "approved" }],
    ["Pick a day", "day", { ...noQuote, kind: "tree_day", treeOrderId: orderId }],
    ["Log call", "call", { kind: "silent" }],
    ["Log call", "call", { ...noQuote, kind: "tree_order", treeOrderId: orderId }],
    ["Assign", "assign", { ...payment, status: "unassigned" }],
    ["Refund", "refund", { ...payment, status: "owed" }],
    ["Keep", "keep", { ...payment, status: "owed", paymentId: null }],
    ["Decide", "open", { ...payment, status: "refund_or_keep" }],
    ["Open", "open", { ...payment, status: "disputed" }],
  ])("“%s” leads to: %s (%j)", async (label, step, changes) => {
    signIn(admin);
    const row = aLiveRow(changes);
    const { person, desk } = renderPart(<QueueRow row={row} chosen={false} open={false} />);
    const button = await screen.findByRole("button", { name: `${label}: Eleanor Hayes` });
    await person.dblClick(button);
    expect(desk.reply.mock.calls).toEqual(step === "reply" ? [[row.item]] : []);
    expect(desk.open.mock.calls).toEqual(step === "open" ? [[row.item]] : []);
    const isDialog = step !== "reply" && step !== "open";
    expect(desk.openDialog.mock.calls).toEqual(isDialog ? [[step, row.item]] : []);
  });
});

describe("the details' own buttons", () => {
  function renderDetails(item: Partial<QueueItem>) {
    server.use(http.get("/api/*", () => delay("infinite")));
    const [onMove, onClose] = [vi.fn(), vi.fn()];
    const row = aLiveRow(item);
    const details = (
      <Details row={row} place={1} total={2} onMove={onMove} onClose={onClose} onShown={() => undefined} />
    );
    return { row, onMove, onClose, ...renderPart(details) };
  }

  it("lead to the rows before and after, and back to the list", async () => {
    const { person, onMove, onClose, desk, row } = renderDetails({});
    await person.click(screen.getByRole("button", { name: "Previous" }));
    await person.click(screen.getByRole("button", { name: "Next" }));
    expect(onMove.mock.calls).toEqual([[-1], [1]]);
    await person.click(screen.getByRole("button", { name: "Close" }));
    await person.click(screen.getByRole("button", { name: "Due now" }));
    await person.type(screen.getByRole("textbox", { name: /^Reply to/ }), "{Escape}");
    expect(onClose).toHaveBeenCalledTimes(3);
    await person.click(screen.getByRole("button", { name: "Log call" }));
    expect(desk.openDialog.mock.calls).toEqual([["call", row.item]]);
  });

  it("refund or keep a payment", async () => {
    signIn(admin);
    const { person, desk, row } = renderDetails({ ...payment, status: "owed" });
    server.use(http.get("/api/auth/user", () => HttpResponse.json(admin)));
    await person.click(screen.getByRole("button", { name: "Keep the money" }));
    expect(desk.openDialog.mock.calls).toEqual([["keep", row.item]]);
  });
});

describe("the price below a quote's details", () => {
  it("is sent with Enter, and undone by the toast's button", async () => {
    const { item } = aLiveRow();
    const updatedAt = "2026-11-25T15:00:01Z";
    const sent = serveWrite("patch", `/api/quotes/${item.id}`, () =>
      HttpResponse.json(aDeskQuote({ id: item.id, updatedAt })),
    );
    const { person, desk } = renderPart(<PriceBar item={item} />);
    const field = screen.getByRole("textbox", { name: "Price for Eleanor" });
    await person.type(field, "0x{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Enter an amount like 1284.50");
    expect(field).toBeInvalid();
    await person.clear(field);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(field).toBeValid();
    await person.type(field, "$1,200.5{Enter}");
    expect(await screen.findByText("Sent. Eleanor can now accept or decline $1,200.50.")).toBeVisible();
    const body = { quoteAmount: "1200.50", status: "reviewed", updatedAt: item.updatedAt };
    expect(sent.map((each) => each.body)).toEqual([body]);
    expect(desk.moveOn.mock.calls).toEqual([[item]]);
    expect(desk.update.mock.calls.map(([event]) => event.type)).toEqual(["acted", "settled"]);
    expect(desk.offerUndo).toHaveBeenCalledOnce();
    expect(desk.refreshSoon).toHaveBeenCalledOnce();
    const undone = serveWrite("post", `/api/quotes/${item.id}/undo-price`, () =>
      HttpResponse.json(aDeskQuote({ id: item.id, updatedAt: "2026-11-25T15:00:02Z" })),
    );
    await person.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Eleanor won't get it.")).toBeVisible();
    expect(undone.map((each) => each.body)).toEqual([{ updatedAt }]);
    expect(desk.update).toHaveBeenLastCalledWith({
      type: "put",
      item: { ...item, updatedAt: "2026-11-25T15:00:02Z" },
      now: Date.now(),
    });
    expect(desk.refreshSoon).toHaveBeenCalledTimes(2);
  });
});

/** A reply box by itself. */
function Replying({ row }: { row: LiveRow }) {
  return <ReplyBox row={row} reply={useReply(row.item, row.item.id)} amount={null} />;
}

it("the reason why a reply was refused goes away as soon as it is changed", async () => {
  const row = aLiveRow({ kind: "accepted" });
  const sent = serveWrite("post", "/api/quotes/:id/comments", () =>
    HttpResponse.json({ message: "The quote is closed." }, { status: 409 }),
  );
  const { person, desk } = renderPart(<Replying row={row} />);
  const box = screen.getByRole("textbox");
  await person.type(box, " Yes. {Meta>}{Enter}{/Meta}");
  expect(await screen.findByRole("alert")).toHaveTextContent("The quote is closed.");
  expect(sent.map(({ body }) => body)).toEqual([{ content: "Yes.", commentType: "comment" }]);
  expect(desk.refreshSoon).toHaveBeenCalledOnce();
  // Only a question leaves the list with its reply.
  expect(desk.update).not.toHaveBeenCalled();
  await person.type(box, "!");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(box).toBeValid();
  await person.type(box, "{Enter}More");
  expect(sent).toHaveLength(1);
});

it("texts are turned off once, however often the button is pressed", async () => {
  const { held, release } = hold();
  const sent = serveWrite("post", "/api/texts/off", async () => {
    await held;
    return new HttpResponse(null, { status: 204 });
  });
  const { item } = aLiveRow({ ...noQuote, kind: "question", wantsNoTexts: true });
  const { person, desk } = renderPart(<TextsOff item={item} />);
  await person.dblClick(screen.getByRole("button", { name: "Turn texts off" }));
  await person.click(screen.getByRole("button", { name: "Saving..." }));
  await act(async () => release());
  expect(await screen.findByText("We won't text 603-555-0172 anymore.")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ phone: "603-555-0172", customerKey: item.customerKey }]);
  const event = { type: "put", item: { ...item, wantsNoTexts: false, textsOff: true }, now: Date.now() };
  expect(desk.update.mock.calls).toEqual([[event]]);
  expect(desk.refreshSoon).toHaveBeenCalledOnce();
});

it("a corrected receipt's address is in its row soon", async () => {
  serveList("/api/payments/:id/suggestions", []);
  const { item } = aLiveRow({ ...payment, id: orderId, customerKey: null, email: "g@exmaple.com" });
  const sent = serveWrite("post", `/api/payments/${orderId}/receipt-email`, ({ receiptEmail }) =>
    HttpResponse.json({ receiptEmail }),
  );
  const { person, desk } = renderPart(<WhoPaid item={item} />);
  await person.click(screen.getByRole("button", { name: "Correct the receipt's address" }));
  const field = await screen.findByLabelText("Email");
  await person.clear(field);
  await person.type(field, "g@example.com{Enter}");
  expect(await screen.findByText("Address corrected")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body)).toEqual([{ receiptEmail: "g@example.com" }]);
  expect(desk.refreshSoon).toHaveBeenCalledOnce();
  expect(desk.update).not.toHaveBeenCalled();
});
