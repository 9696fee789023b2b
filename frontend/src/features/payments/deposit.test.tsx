import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { invoiceKeys, treeOrderKeys } from "~/api/keys";
import { listQuery, useList } from "~/api/pages";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { anInvoice, aTreeOrder } from "~/test/rows";
import { server } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { DepositPayment } from "./components/deposit-payment";
import { InvoicePaid } from "./components/invoice-paid";
import { TreePayment } from "./components/tree-payment";

const due = anInvoice({ amountDue: "1275.00", dueNow: "318.75", fromAcceptance: true, dueDate: null });
const paid = { ...due, amountPaid: "318.75", amountDue: "956.25", dueNow: "0.00" };

function MyInvoices() {
  const { data } = useList(listQuery(invoiceKeys.mine, "/api/invoices"));
  return <p>Paid so far: {data?.map(({ amountPaid }) => amountPaid)}</p>;
}

it("a paid deposit shows in the list of invoices", async () => {
  serveStripe([{ intent: { status: "succeeded", amount: 31875 } }]);
  let invoice = due;
  server.use(
    http.get("/api/invoices", () => HttpResponse.json([invoice])),
    http.get("/api/invoices/:id", () => HttpResponse.json(invoice)),
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  const { person } = renderAt(
    "/",
    <>
      <DepositPayment hasDay={false} invoice={due} returnTo="/" shownBy={["page"]} notes={null} />
      <MyInvoices />
    </>,
  );
  expect(await screen.findByText(`Paid so far: ${due.amountPaid}`)).toBeVisible();
  const pay = await screen.findByRole("button", { name: "Pay $318.75" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  invoice = paid;
  await person.click(pay);
  expect(await screen.findByText("Paid so far: 318.75")).toBeVisible();
});

it("a paid invoice shows in the list of invoices", async () => {
  const { held, release } = hold();
  server.use(
    http.get("/api/invoices", () => HttpResponse.json([due]), { once: true }),
    http.get("/api/invoices", () => HttpResponse.json([paid])),
    http.get("/api/invoices/:id", () => held.then(() => HttpResponse.json(paid))),
  );
  renderAt(
    "/",
    <>
      <InvoicePaid invoice={due} part="all" outcome={{ kind: "succeeded", amount: 31875 }} />
      <MyInvoices />
    </>,
  );
  expect(await screen.findByText(`Paid so far: ${due.amountPaid}`)).toBeVisible();
  release();
  expect(await screen.findByText("Paid so far: 318.75")).toBeVisible();
});

function MyTrees() {
  const { data } = useList(listQuery(treeOrderKeys.mine, "/api/tree-orders"));
  return <p>Trees paid: {data?.map(({ amountPaid }) => amountPaid)}</p>;
}

it("a paid tree shows in the list of tree orders", async () => {
  serveStripe([{ intent: { status: "succeeded", amount: 16000 } }]);
  const unpaid = aTreeOrder();
  let order = unpaid;
  server.use(
    http.get("/api/tree-orders", () => HttpResponse.json([order])),
    http.get("/api/tree-orders/:id", () => HttpResponse.json(order)),
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  const { person } = renderAt(
    "/",
    <>
      <TreePayment order={unpaid} level="h2" notes={null} settled={null} />
      <MyTrees />
    </>,
  );
  expect(await screen.findByText("Trees paid: 0.00")).toBeVisible();
  const pay = await screen.findByRole("button", { name: "Pay $160.00" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  order = { ...unpaid, amountPaid: "160.00", amountDue: "0.00" };
  await person.click(pay);
  expect(await screen.findByText("Trees paid: 160.00")).toBeVisible();
});
