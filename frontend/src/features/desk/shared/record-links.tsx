import type { ReactNode } from "react";
import { Link } from "react-router";
import { shortId } from "~/lib/format";
import { deskPath } from "~/lib/paths";

/** The path of a quote in its tab, which lists only this one. */
export const quotePath = (id: string) => deskPath("quotes", { q: shortId(id), open: id });

/** The path of a visit in its tab, which lists the visits of its quote: they are found by the quote's ID. */
export const jobPath = (id: string, quoteId: string) => deskPath("jobs", { q: shortId(quoteId), open: id });

export const treeOrderPath = (id: string) => deskPath("trees", { view: "all", q: shortId(id), open: id });

/** The path of an invoice in its tab, which lists only this one: it is searched for by its number, if known, or its ID. */
export const invoicePath = (id: string, number = id) => deskPath("invoices", { q: number, open: id });

export const customerPath = (key: string) => deskPath("customers", { person: key });

/** A fact that is a link to another record. Without a path, it has no value. */
export const linkFact = (label: string, to: string | null | undefined, words: ReactNode) => ({
  label,
  value: to && (
    <Link className="text-link" to={to}>
      {words}
    </Link>
  ),
});

/** The link to an invoice among the facts of another record. */
export const invoiceFact = (id: string | null, label = "Invoice") =>
  linkFact(label, id && invoicePath(id), "View invoice");

/** The link to the customer among the facts of one of their records. */
export const customerFact = (key: string | null, isGuest = false) =>
  linkFact("Customer", key && customerPath(key), isGuest ? "View guest" : "View customer");
