import { deskPath } from "~/lib/paths";

/** Quotes whose work is done without an invoice. */
export const unbilledPath = deskPath("invoices", { view: "unbilled" });

/** Payments, payouts and disputes. */
export const moneyPath = deskPath("invoices", { view: "money" });

/** Invoices that nobody has sent yet. */
export const draftsPath = deskPath("invoices", { status: "draft" });

/** The calendar, which has the visits without a day beside it. */
export const unscheduledPath = deskPath("jobs", { view: "week" });
