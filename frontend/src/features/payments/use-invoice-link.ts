import { useCurrentUser } from "~/api/auth";
import type { Invoice } from "~/api/types";
import { followPath, myServicesPath } from "~/lib/paths";

/** Return the link back to the invoice: in My Services for its owner, on its private page for anyone else. */
export function useInvoiceLink({ id, userId }: Pick<Invoice, "id" | "userId">): {
  to: string;
  label: string;
} {
  const { user } = useCurrentUser();
  return user?.id === userId
    ? { to: myServicesPath("invoices", `invoice-${id}`), label: "See your invoices" }
    : { to: followPath("invoices", id), label: "See your invoice" };
}
