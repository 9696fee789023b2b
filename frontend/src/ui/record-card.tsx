import type { ReactNode } from "react";
import { cx } from "~/lib/cx";
import { Card } from "./card";

interface RecordCardProps {
  /** Unique in the page, for links to this card. */
  id: string;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Badge and amount, on the right of wide screens. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A card for a customer's quote, visit, invoice and so on. */
export function RecordCard({ id, title, subtitle, aside, children }: RecordCardProps) {
  return (
    <Card
      id={id}
      role="article"
      aria-labelledby={`${id}-title`}
      className="grid grid-cols-[minmax(0,1fr)] scroll-mt-4 gap-5"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:flex md:items-start md:justify-between">
        <div className="min-w-0">
          <h2
            id={`${id}-title`}
            className="font-sans text-xl leading-[1.27] font-bold tracking-normal wrap-anywhere"
          >
            {title}
          </h2>
          {subtitle && <p className="mt-[0.2rem] text-sm wrap-anywhere text-muted-foreground">{subtitle}</p>}
        </div>
        {aside && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:flex-none">
            {aside}
          </div>
        )}
      </div>
      {children}
    </Card>
  );
}

/** The amount of a card, in large type. */
export function Amount({ children }: { children: ReactNode }) {
  return <span className="text-2xl leading-[1.1] font-bold text-heading tabular-nums">{children}</span>;
}

interface Fact {
  label: string;
  /** Facts without a value are left out. */
  value: ReactNode;
  /** Usually long: spans both columns on phones. */
  wide?: boolean;
}

/** A list of facts: two columns on phones, one row on wide screens. */
export function Facts({ items }: { items: readonly Fact[] }) {
  const given = items.filter(({ value }) => value || value === 0);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-[0.9rem] md:flex md:flex-wrap md:gap-x-16">
      {given.map(({ label, value, wide }) => (
        <div key={label} className={cx("min-w-0", wide && "col-span-2")}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="text-sm font-[550] wrap-anywhere text-heading">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
