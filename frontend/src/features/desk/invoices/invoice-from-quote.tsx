import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { toastError } from "~/ui/toast-error";
import { quoteQuery } from "../shared/create-from-quote";
import { InvoiceDialog } from "../shared/invoice-dialog";
import { useDeskParams } from "../shared/use-desk-params";

/** Draft an invoice for the quote in the URL (`quote`). */
export function InvoiceFromQuote() {
  const { get, set } = useDeskParams();
  const id = get("quote");
  const { data: quote, error } = useQuery({ ...quoteQuery(id), enabled: id !== "" });
  useEffect(() => {
    if (error) toastError(error, "Quote not found");
  }, [error]);
  if (!quote) return null;
  return <InvoiceDialog quote={quote} onClose={() => set({ quote: null }, { replace: true })} />;
}
