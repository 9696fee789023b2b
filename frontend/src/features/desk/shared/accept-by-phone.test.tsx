import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { invoiceKeys } from "~/api/keys";
import type { DeskQuoteDetails } from "~/api/types";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import {
  aDeskQuoteInDetail,
  aLine,
  escapeDialog,
  openDesk,
  serveList,
  serveRowParts,
  serveWrite,
} from "../test-desk";
import { analyticsKeys, deskKeys } from "./keys";
import { AcceptByPhone } from "./proposal-actions";

const single = aDeskQuoteInDetail({ status: "reviewed", quoteAmount: "1284.50" });
const wreaths = aLine();
const small = aLine({
  text: "Small",
  choice: "Size",
  suggested: true,
  unitPrice: "20.000",
  amount: "100.00",
});
const big = aLine({ text: "Big", choice: "Size", unitPrice: "40.000", amount: "200.00" });
const timer = aLine({
  text: "Timer",
  optional: true,
  quantity: "1.00",
  unitPrice: "45.000",
  amount: "45.00",
});
const cords = aLine({ text: "Cords", optional: true, quantity: "1.00", unitPrice: "9.000", amount: "9.00" });
const proposal: DeskQuoteDetails = {
  ...single,
  hasLines: true,
  revision: 2,
  lines: [small, big, wreaths, timer, cords],
  quoteAmount: "290.00",
};

async function openDialog(quote: DeskQuoteDetails) {
  const page = renderAt("/admin", <AcceptByPhone quote={quote} />);
  await page.person.click(screen.getByRole("button", { name: "Accepted by phone" }));
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Accepted by phone" })) };
}

const serveAccept = (status = 200) =>
  serveWrite("post", "/api/quotes/:id/accept", () =>
    HttpResponse.json({ ...proposal, message: "The price has changed." }, { status }),
  );

describe("an acceptance by phone", () => {
  it.each<[string, Partial<DeskQuoteDetails>, number]>([
    ["a price that was sent", {}, 1],
    ["a price that is still being worked on", { status: "quoting" }, 1],
    ["a missing price", { quoteAmount: null }, 0],
    ["an expired price", { expired: true }, 0],
    ["an accepted price", { status: "approved" }, 0],
    ["a request", { status: "pending" }, 0],
  ])("can only be recorded for an open price: %s, %j", (_, changes, count) => {
    renderAt("/admin", <AcceptByPhone quote={{ ...single, ...changes }} />);
    expect(screen.queryAllByRole("button", { name: "Accepted by phone" })).toHaveLength(count);
  });

  it("accepts the price in the customer's name", async () => {
    const { person, dialog } = await openDialog(single);
    expect(dialog.getByText(/Eleanor gets an email with what was accepted/)).toBeVisible();
    await escapeDialog(person);
    await person.click(screen.getByRole("button", { name: "Accepted by phone" }));
    await person.type(await screen.findByLabelText("Name of the person who accepted"), "?");
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.click(screen.getByRole("button", { name: "Accepted by phone" }));
    const name = await screen.findByLabelText("Name of the person who accepted");
    expect(name).toHaveValue("Eleanor Hayes");
    await person.clear(name);
    const sent = serveAccept();
    await person.click(screen.getByRole("button", { name: "Accept $1,284.50" }));
    expect(await screen.findByText("Enter the name of the person who accepted")).toBeVisible();
    expect(sent).toEqual([]);
    await person.type(name, "Pat Hayes{Enter}");
    expect(await screen.findByText("Accepted at $1,284.50.")).toBeVisible();
    expect(sent).toEqual([
      {
        body: { quoteAmount: "1284.50", channel: "phone", acceptedBy: "Pat Hayes" },
        key: expect.stringMatching(/.{8,}/),
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("sends the proposal's revision, the chosen lines and their total", async () => {
    const { person, dialog } = await openDialog(proposal);
    const accept = (sum: string) => dialog.getByRole("button", { name: `Accept ${sum}` });
    expect(dialog.getByRole("radio", { name: /^Small/ })).toBeChecked();
    expect(accept("$290.00")).toBeVisible();
    for (const [pick, sum] of [
      [/^Big/, "$390.00"],
      [/^Small/, "$290.00"],
      [/^Big/, "$390.00"],
      [/^Timer/, "$435.00"],
      [/^Cords/, "$444.00"],
      [/^Timer/, "$399.00"],
    ] as const) {
      await person.click(
        dialog.getByRole(/Timer|Cords/.test(pick.source) ? "checkbox" : "radio", { name: pick }),
      );
      expect(accept(sum)).toBeVisible();
    }
    const sent = serveAccept(409);
    await person.click(accept("$399.00"));
    expect((await screen.findAllByText("The price has changed."))[0]).toBeVisible();
    const { chosen, ...body } = sent[0]?.body ?? {};
    expect(body).toEqual({
      quoteAmount: "399.00",
      channel: "phone",
      acceptedBy: "Eleanor Hayes",
      revision: 2,
    });
    expect(new Set(chosen as string[])).toEqual(new Set([big.id, cords.id]));
    // Other picks are another request.
    await person.click(dialog.getByRole("checkbox", { name: /^Cords/ }));
    await person.click(accept("$390.00"));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ quoteAmount: "390.00", chosen: [big.id] });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("shows a new price after a refusal, then updates the quotes, the invoices, the customer and the metrics", async () => {
    const asked = serveList("/api/quotes", [single]);
    const { person, queryClient } = openDesk(`?tab=quotes&open=${single.id}`);
    serveRowParts();
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(single)));
    await person.click(await screen.findByRole("button", { name: "Accepted by phone" }));
    const others = [invoiceKeys.desk({}), deskKeys.customer("u1"), analyticsKeys.all];
    for (const key of others) queryClient.setQueryData(key, { pages: [], pageParams: [] });
    const before = asked.length;
    serveAccept(409);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json({ ...single, quoteAmount: "1300.00" })));
    await person.click(await screen.findByRole("button", { name: "Accept $1,284.50" }));
    const newPrice = await screen.findByRole("button", { name: "Accept $1,300.00" });
    serveAccept();
    await person.click(newPrice);
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(others.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  });
});
