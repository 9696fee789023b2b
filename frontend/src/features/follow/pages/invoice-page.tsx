import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { invoiceQuery } from "~/features/invoices";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { markInvoiceOpened } from "../api";
import { Followed } from "../components/followed";
import { FollowedInvoice } from "../components/followed-invoice";

export const handle: PageHandle = { frame: "none" };

export function meta() {
  return privatePageMeta("Your invoice");
}

/** The page behind the private link of an invoice. */
export default function FollowInvoicePage() {
  const { id = "" } = useParams();
  const result = useQuery(invoiceQuery(id));
  return (
    <Followed key={id} result={result} name="invoice" markOpened={() => markInvoiceOpened(id)}>
      {(invoice, viewer) => <FollowedInvoice invoice={invoice} viewer={viewer} />}
    </Followed>
  );
}
