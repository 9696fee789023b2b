import { useCurrentUser } from "~/api/auth";
import type { Invoice } from "~/api/types";
import { followPath, myServicesPath } from "~/lib/paths";

/** Return where the payer sees the invoice: its owner in My Services, anyone else on the page behind its private link. */
export function useInvoiceLink({ id, userId }: Pick<Invoice, "id" | "userId">): {
  to: string;
  label: string;
} {
  const { user } = useCurrentUser();
  return user?.id === userId
    ? { to: myServicesPath("invoices", `invoice-${id}`), label: "See your invoices" }
    : { to: followPath("invoices", id), label: "See your invoice" };
}
