import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ReceivedPayment, RevisedJob } from "~/api/types";
import { pickDay, pickUpcoming } from "~/test/pick-day";
import { anInvoice } from "~/test/rows";
import { server, signIn } from "~/test/server";
import { EraseDialog } from "~/ui/personal-data/erase-dialog";
import { EditDraft } from "./invoices/edit-draft";
import { AnswerDispute } from "./invoices/money/dispute-dialogs";
import { aDispute } from "./invoices/money/test-rows";
import { NoInvoiceDialog } from "./invoices/no-invoice-dialog";
import { PaymentDialog } from "./invoices/payment-dialog";
import { MoveForm } from "./jobs/move-form";
import { TakedownDialog } from "./jobs/takedown-dialog";
import { aDeskJob } from "./jobs/test-job";
import { KeepDialog } from "./queue/keep-dialog";
import { renderPart } from "./queue/test-queue";
import { WhoPaid } from "./queue/who-paid";
import { AcceptDialog } from "./shared/accept-dialog";
import { CallForm } from "./shared/calls";
import { DeliveryDayDialog } from "./shared/delivery-day-dialog";
import { InvoiceDialog } from "./shared/invoice-dialog";
import { RefundDialog } from "./shared/refund-dialog";
import { ScheduleDialog } from "./shared/schedule-dialog";
import { TakeBack } from "./shared/take-back";
import { aDeskOrder, aDeskQuoteInDetail, admin, aQueueItem, serveList, serveWrite } from "./test-desk";
import DoorDialog from "./trees/door-dialog";

const close = vi.fn();
const quote = (id: string) => aDeskQuoteInDetail({ id });
const payment = (id: string) => ({ id, amount: "20.00", method: "check" }) as ReceivedPayment;
const installation = (quoteId: string) =>
  ({ ...aDeskJob({ quoteId }), offersTakedown: true, suggestedTakedown: null }) as RevisedJob;
const invoice = (id: string) => anInvoice({ id, status: "draft", description: "" });
const plan = { reasons: [], email: "jo@example.com", quotes: 1, treeOrders: 0, invoices: 0, keptYears: 7 };

/** Each form for a row with this ID, and its field for text. */
const forms: Record<string, [form: (id: string) => ReactElement, field: RegExp]> = {
  "a call about a quote": [(id) => <CallForm kind="quotes" id={id} />, /^Note/],
  "an acceptance by phone": [(id) => <AcceptDialog quote={quote(id)} onClose={close} />, /^Name of/],
  "a call about a tree order": [(id) => <CallForm kind="tree-orders" id={id} />, /^Note/],
  "a visit": [(id) => <ScheduleDialog quote={quote(id)} onClose={close} />, /^Notes/],
  "an installation": [
    (id) => <ScheduleDialog quote={quote(id)} kind="installation" onClose={close} />,
    /^Notes/,
  ],
  "a takedown": [(id) => <ScheduleDialog quote={quote(id)} kind="takedown" onClose={close} />, /^Notes/],
  "the takedown after an installation": [
    (id) => <TakedownDialog installation={installation(id)} onClose={close} />,
    /^Notes/,
  ],
  "an invoice for a quote": [(id) => <InvoiceDialog quote={quote(id)} onClose={close} />, /^Amount/],
  "why a quote needs no invoice": [(id) => <NoInvoiceDialog quote={quote(id)} onClose={close} />, /^Reason/],
  "a refund": [
    (id) => <RefundDialog paymentId={id} amount="20.00" description="" onClose={close} />,
    /^Reason/,
  ],
  "why a payment is reversed": [
    (id) => <TakeBack payment={payment(id)} document="" customerName="" takeBack={vi.fn()} />,
    /^Reason/,
  ],
  "a payment": [(id) => <PaymentDialog invoice={invoice(id)} onClose={close} />, /^Note/],
  "a draft of an invoice": [(id) => <EditDraft invoice={invoice(id)} what="it" />, /^Description/],
  "the answer to a dispute": [
    (id) => <AnswerDispute dispute={aDispute({ id })} onClose={close} />,
    /^Your statement/,
  ],
  "why a payment is kept": [(id) => <KeepDialog item={aQueueItem({ id })} onClose={close} />, /^Reason/],
  "the address of a receipt": [(id) => <WhoPaid item={aQueueItem({ id, customerKey: null })} />, /^Email/],
  "a payment at the door": [
    (id) => <DoorDialog order={aDeskOrder({ id: `order ${id}` })} onClose={close} />,
    /^Note/,
  ],
  "the erasure of a person": [
    (id) => <EraseDialog customerKey={id} plan={plan} onClose={close} onErased={close} />,
    /^Type/,
  ],
};
const names = Object.keys(forms);

beforeEach(() => {
  signIn(admin);
  serveList("/api/jobs", []);
  serveList("/api/payments/:id/suggestions", []);
  server.use(
    http.get("/api/quotes/:id/billed", () => new HttpResponse(null, { status: 500 })),
    http.get("/api/payments/:id/dispute-answer", () => HttpResponse.json({ evidence: [] })),
  );
});

/** Open a form for a row; return its field for text. */
async function openForm(name: string, id: string) {
  const [form, field] = forms[name] ?? [];
  const page = renderPart(form?.(id));
  const opener = screen.queryByRole("button", { name: /^(Edit draft|Reverse payment|Correct the)/ });
  if (opener) await page.person.click(opener);
  return { ...page, text: await screen.findByLabelText(field as RegExp) };
}

it.each(names)("%s: what was typed is offered again, but not for another row", async (name) => {
  const { text, person, unmount } = await openForm(name, "r1");
  await person.clear(text);
  await person.type(text, "7");
  unmount();
  const other = await openForm(name, "r2");
  expect(other.text).not.toHaveValue("7");
  other.unmount();
  expect((await openForm(name, "r1")).text).toHaveValue("7");
});

it.each<[string, () => ReactElement, RegExp, typeof pickDay]>([
  ["a visit", () => <MoveForm job={aDeskJob()} />, /^Day/, pickDay],
  [
    "a delivery",
    () => <DeliveryDayDialog order={aDeskOrder()} onClose={close} />,
    /^Delivery day/,
    pickUpcoming,
  ],
])("the day that was picked for %s is offered again", async (_, form, field, pick) => {
  const { person, unmount } = renderPart(form());
  await pick(person, screen.getByLabelText(field), "2026-12-03");
  unmount();
  renderPart(form());
  expect(screen.getByLabelText(field)).toHaveTextContent("Dec 3, 2026");
});

it("the day that a visit should move to is offered again if the session had ended", async () => {
  const sent = serveWrite("patch", "/api/jobs/:id", () =>
    HttpResponse.json({ message: "Unauthorized" }, { status: 401 }),
  );
  const { person, unmount } = renderPart(<MoveForm job={aDeskJob()} />);
  await pickDay(person, screen.getByLabelText(/^Day/), "2026-12-03");
  await person.click(screen.getByRole("button", { name: "Move visit" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByRole("button", { name: "Move visit" });
  unmount();
  renderPart(<MoveForm job={aDeskJob()} />);
  expect(screen.getByLabelText(/^Day/)).toHaveTextContent("Dec 3, 2026");
});

it("the kind that was picked for a quote's visit isn't that of the visit which is due", async () => {
  const { person, unmount } = await openForm("a visit", "r1");
  await person.click(screen.getByRole("radio", { name: "Takedown" }));
  unmount();
  const due = await openForm("an installation", "r1");
  expect(screen.getByRole("radio", { name: "Installation" })).toBeChecked();
  due.unmount();
  await openForm("a visit", "r1");
  expect(screen.getByRole("radio", { name: "Takedown" })).toBeChecked();
});

it("each form has a draft of its own, also for the same row", async () => {
  for (const name of names) {
    const { text, person, unmount } = await openForm(name, "r1");
    await person.type(text, "7");
    unmount();
  }
  const drafts = Object.keys(sessionStorage).filter((key) => !key.endsWith(":start"));
  expect(drafts).toHaveLength(names.length);
});
