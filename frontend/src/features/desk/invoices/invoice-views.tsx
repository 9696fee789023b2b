import { Link } from "react-router";
import { deskPath } from "~/lib/paths";

const views = [
  { value: "invoices", label: "Invoices", to: deskPath("invoices") },
  { value: "money", label: "Money", to: deskPath("invoices", { view: "money" }) },
] as const;

/** The two views of the tab, each with its own URL. A part of a view has no current one. */
export function InvoiceViews({ current }: { current?: (typeof views)[number]["value"] }) {
  return (
    <nav
      aria-label="Invoices and money"
      className="grid min-w-52 flex-none grid-cols-2 rounded-md border border-border-strong bg-surface max-sm:min-w-0 max-sm:flex-1"
    >
      {views.map(({ value, label, to }) => (
        <Link
          key={value}
          to={to}
          aria-current={value === current ? "page" : undefined}
          className="grid min-h-(--desk-chip) place-items-center border-l border-border-strong px-3 text-xs font-semibold text-heading no-underline first:rounded-l-[0.45rem] first:border-l-0 last:rounded-r-[0.45rem] hover:bg-surface-2 aria-[current]:bg-secondary aria-[current]:text-secondary-foreground aria-[current]:forced-selected"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
