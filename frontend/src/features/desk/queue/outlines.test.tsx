import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { writeDraft } from "~/lib/drafts";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aLook } from "~/test/rows";
import { server, signIn } from "~/test/server";
import type { QueueItem } from "../shared/types";
import { admin, serveCounts, serveList, stopClock } from "../test-desk";
import { ListHeader } from "./list-header";
import type { LiveRow } from "./live-list";
import { PromiseFigure } from "./promise-figure";
import { QueueRow } from "./queue-row";
import QueueTab from "./queue-tab";
import { aLiveRow, renderPart } from "./test-queue";
import type { LiveQueue } from "./use-live-queue";
import { amountDraft } from "./use-price";

beforeEach(() => void stopClock());

const id = (last: number) => `0198a000-0000-7000-8000-00007be2d3${last}`;
const noQuote = { quoteId: null, communicationPreference: null } as const;
const tree = { ...noQuote, treeOrderId: id(10), summary: "Modest 6 ft Christmas Tree, Christmas Wreath" };

/** Render rows of the list; return the outline of each as soon as they are complete. */
async function outlinesOf(rows: LiveRow[], complete: () => Promise<unknown>) {
  const { container } = renderPart(
    <ul>
      {rows.map((row) => (
        <QueueRow key={row.key} row={row} chosen={false} open={false} />
      ))}
    </ul>,
  );
  await act(async () => undefined);
  await complete();
  return [...container.querySelectorAll("li")].map((row) => outline(row)).join("\n\n");
}

it("requests for a price say when they are due, what they are about, and how to reach the customer", async () => {
  serveList("/api/quotes/:id/history", [
    { id: "h1", by: "Ben Ortiz", at: "2026-11-25T14:20:00Z", changes: [] },
  ]);
  const late = { respondBy: "2026-11-25T12:21:00Z", tries: 1, retryAt: "2026-11-26T14:00:00Z" };
  const typed = aLiveRow({ id: id(14), customerName: "Fay Fox" }, { gone: true });
  writeDraft(amountDraft(typed.item), "1200");
  const rows = [
    aLiveRow({ ...late, id: id(10), communicationPreference: "phone", look: aLook() }),
    aLiveRow({ id: id(11), tries: 2, retryAt: "2026-11-25T19:00:00Z", communicationPreference: "sms" }),
    aLiveRow({ id: id(12), squareFootage: null, estimate: null, streetAddress: null, amount: "900.00" }),
    aLiveRow({
      id: id(13),
      hasLines: true,
      amount: "1275.50",
      city: "Dover",
      respondBy: "2026-11-25T15:40:00Z",
    }),
    typed,
    aLiveRow({ id: id(15), customerName: "Gus Gray" }, { gone: true }),
    aLiveRow({ id: id(16), customerName: "Hal Holt" }, { problem: "This quote is closed." }),
  ];
  expect(await outlinesOf(rows, () => screen.findByText(/^Ben Ortiz took care of this/))).toMatchSnapshot();
});

it("other rows say what they wait for, and have the button for it", async () => {
  signIn(admin);
  const accepted = { kind: "accepted", status: "approved", amount: "1275.00" } as const;
  const takedown = { ...accepted, status: "service_scheduled", needsTakedown: true };
  const payment = { ...noQuote, kind: "payment", paymentId: id(30), amount: "599.00", phone: null } as const;
  const rows = [
    aLiveRow({ id: id(10), kind: "question", question: "Do you have red bows?" }),
    aLiveRow({
      ...noQuote,
      id: id(11),
      kind: "question",
      customerName: "(603) 555-0161",
      email: null,
      city: null,
      streetAddress: null,
      summary: "Missed call",
      question: "Missed call from (603) 555-0161",
      tries: 1,
      retryAt: "2026-11-26T14:00:00Z",
    }),
    aLiveRow({ ...noQuote, id: id(12), kind: "question", summary: "Text message", question: "Hello?" }),
    aLiveRow({ ...accepted, id: id(13), deposit: { amount: "318.75", isPaid: true, isRefunded: false } }),
    aLiveRow({
      ...accepted,
      id: id(14),
      deposit: { amount: "318.75", isPaid: false, isRefunded: false },
      stateCheck: "unknown",
    }),
    aLiveRow({ ...accepted, id: id(15), deposit: null, stateCheck: "outside" }),
    aLiveRow({ ...takedown, id: id(16), deposit: { amount: "318.75", isPaid: true, isRefunded: false } }),
    aLiveRow({ id: id(17), kind: "silent", amount: "742.00", respondBy: "2026-11-28T15:00:00Z" }),
    aLiveRow({ ...tree, id: id(18), kind: "tree_order", amount: "280.00", amountDue: "140.00" }),
    aLiveRow({ ...tree, id: id(19), kind: "tree_day", amount: "285.00", amountDue: "0.00" }),
    aLiveRow({
      ...payment,
      id: id(20),
      status: "unassigned",
      customerName: "Card payment",
      city: null,
      streetAddress: null,
    }),
    aLiveRow({ ...payment, id: id(21), status: "owed", summary: "Paid twice" }),
    aLiveRow({ ...payment, id: id(22), status: "owed", paymentId: null, summary: "Check paid twice" }),
    aLiveRow({ ...payment, id: id(23), status: "refund_or_keep", summary: "Canceled" }),
    aLiveRow({ ...payment, id: id(24), status: "disputed", summary: "Disputed" }),
    aLiveRow({ ...payment, id: id(25), status: "payout_failed", paymentId: null, summary: "Payout failed" }),
    aLiveRow({ ...noQuote, id: id(26), kind: "message", status: "failed", summary: "Invoice email" }),
    aLiveRow({ id: id(27), kind: "silent", email: null, phone: null }, { gone: true, problem: "Too late." }),
  ];
  const complete = () => screen.findAllByRole("button", { name: /^Refund/ });
  expect(await outlinesOf(rows, complete)).toMatchSnapshot();
});

/** Render the tab by itself, with the rows that the server returns. */
function openTab(respond: () => Response | Promise<Response>, search = "") {
  serveCounts({ all: 1234, late: 2 });
  server.use(
    http.get("/api/desk/queue", respond),
    http.get("/api/desk/promise", () =>
      HttpResponse.json({
        season: "2026",
        answered: 50,
        onTime: 1146,
        late: 4,
        open: 3,
        overdue: 1,
        percent: 99,
        triedInTime: 1,
      }),
    ),
  );
  return renderAt(`/admin${search}`, <QueueTab />);
}

it("the tab says what it loads, what failed, and that no one waits", async () => {
  const { held, release } = hold();
  let fails = true;
  const page = openTab(async () => {
    await held;
    return fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]);
  });
  await screen.findByText("Answered on time");
  const region = screen.getByRole("region", { name: "Due now" });
  const loading = outline(region);
  release();
  await screen.findByText("We couldn't load the customers waiting");
  const failed = outline(region);
  fails = false;
  await page.person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("All caught up");
  expect(loading).toMatchSnapshot("loading");
  expect(failed).toMatchSnapshot("failed");
  expect(outline(page.container)).toMatchSnapshot("empty");
});

it.each(["?kind=accepted", "?late=true", "?city=Dover", "?q=zoe"])(
  "the tab says that nothing matches %s",
  async (search) => {
    const { container } = openTab(() => HttpResponse.json([]), search);
    await screen.findByText(/^(None left here|No matches)$/);
    await waitFor(() => expect(screen.getByRole("button", { name: "All 1,234" })).toBeVisible());
    expect(outline(container)).toMatchSnapshot();
  },
);

it("new requests are offered by a button that says how many they are, or whose", () => {
  const { item } = aLiveRow();
  const header = (arrivals: QueueItem[]) => {
    const list = { loaded: true, rows: [], arrivals, next: null, edge: null };
    const queue = { list } as unknown as LiveQueue;
    const { container, unmount } = renderAt(
      "/admin?city=Rye",
      <ListHeader queue={queue} onShowNew={vi.fn()} search={{ current: null }} />,
    );
    const text = outline(container);
    unmount();
    return text;
  };
  expect(header([item])).toMatchSnapshot("one");
  expect(header([item, { ...item, id: id(10) }])).toMatchSnapshot("two");
});

it("the season's figure says how many were tried", async () => {
  const promise = { season: "2026", answered: 0, onTime: 0, late: 0, open: 0, overdue: 0 };
  for (const [percent, triedInTime] of [
    [null, 0],
    [92, 1],
    [92, 1234],
  ]) {
    server.use(http.get("/api/desk/promise", () => HttpResponse.json({ ...promise, percent, triedInTime })));
    const { container, unmount } = renderAt("/admin", <PromiseFigure />);
    const figure = (await screen.findByText("Answered on time")).closest("p") as HTMLElement;
    act(() => figure.focus());
    expect(outline(container)).toMatchSnapshot();
    await screen.findByRole("tooltip");
    expect(outline(screen.getByRole("tooltip"))).toMatchSnapshot("tooltip");
    unmount();
  }
});

it("the tab shows its figures' failure, and the end of a list that has more", async () => {
  const { held, release } = hold();
  const { person, container } = openTab(() =>
    HttpResponse.json([aLiveRow().item], { headers: { Link: '</api/desk/queue?cursor=2>; rel="next"' } }),
  );
  let fails = false;
  server.use(
    http.get("/api/desk/queue", async ({ request }) => {
      if (!new URL(request.url).searchParams.has("cursor")) return undefined;
      await held;
      return fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json([]);
    }),
    http.get("/api/desk/promise", () => new HttpResponse(null, { status: 500 })),
  );
  fails = true;
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText("We couldn't load this season's numbers.");
  const loading = outline(container);
  release();
  await screen.findByText("We couldn't load more of the list.");
  expect(loading).toMatchSnapshot("loading more");
  expect(outline(screen.getByRole("region", { name: "Due now" }))).toMatchSnapshot("more failed");
});
