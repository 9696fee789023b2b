import { catalog } from "~/api/catalog.gen";
import { formatCount, formatLongDate, formatMoneyExact } from "~/lib/format";
import type { DaySheet } from "../shared/types";
import { isPayable } from "./order-words";
import { CityStops } from "./sheet-stops";
import type { Codes } from "./use-printed-codes";

interface SheetPaperProps {
  sheet: DaySheet;
  codes: Codes;
}

/** The printed page, which is light in both themes. */
export function SheetPaper({ sheet, codes }: SheetPaperProps) {
  const { orders } = sheet.totals;
  return (
    <article className="day-sheet rounded-card border border-harbor-200 bg-white p-card text-harbor-950 print:rounded-none print:border-0 print:p-0">
      <h1 className="text-2xl text-harbor-950">Deliveries, {formatLongDate(sheet.day)}</h1>
      <p className="mt-1 text-sm">
        {orders === 0
          ? "No deliveries on this day."
          : `${formatCount(orders, "delivery", "deliveries")} in ${formatCount(sheet.towns.length, "city", "cities")}.`}
      </p>
      {orders > 0 && <ToCollect sheet={sheet} codes={codes} />}
      {orders > 0 && <Totals sheet={sheet} />}
      {sheet.towns.map(({ town, orders }) => (
        <CityStops key={town} city={town} orders={orders} codes={codes} />
      ))}
    </article>
  );
}

/** What the driver has to collect, unless customers pay by card at the door. */
function ToCollect({ sheet: { totals, towns }, codes }: SheetPaperProps) {
  const lacksCodes = towns.some(({ orders }) =>
    orders.some((order) => isPayable(order) && !codes.has(order.id)),
  );
  return (
    <section aria-label="To collect" className="mt-4 border-y-2 border-harbor-950 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">To collect</span>
        <span className="text-xl font-bold tabular-nums">{formatMoneyExact(totals.toCollect)}</span>
      </p>
      <p className="text-sm">{collectWords(totals)}</p>
      {lacksCodes && (
        <p className="hidden text-sm print:block">
          Printed without QR codes. To include them, use the Print button on the page.
        </p>
      )}
    </section>
  );
}

/** "From 3 of 7 orders. 1 payment is still processing and isn't counted." */
function collectWords({ orders, ordersToCollect, ordersPaying }: DaySheet["totals"]): string {
  const open =
    ordersToCollect === 0
      ? "Nothing to collect."
      : `From ${ordersToCollect} of ${formatCount(orders, "order")}.`;
  const processing =
    ordersPaying > 0 &&
    `${formatCount(ordersPaying, "payment is", "payments are")} still processing and ${ordersPaying === 1 ? "isn't" : "aren't"} counted.`;
  return [open, processing].filter(Boolean).join(" ");
}

function Totals({ sheet: { totals } }: { sheet: DaySheet }) {
  const sizes = catalog.treeSizes.map(({ id, name }) => [name, totals.sizes[id] ?? 0] as const);
  const addOns = catalog.treeAddOns.map(({ id, name }) => [name, totals.addOns[id] ?? 0] as const);
  return (
    <section
      aria-label="Load list"
      className="mt-4 grid gap-x-10 gap-y-4 break-inside-avoid sm:grid-cols-2 print:grid-cols-2"
    >
      <TotalsOf title="Trees" counts={sizes} />
      <TotalsOf title="Add-ons" counts={addOns} />
    </section>
  );
}

function TotalsOf({ title, counts }: { title: string; counts: readonly (readonly [string, number])[] }) {
  return (
    <div>
      <h2 className="font-sans text-base font-bold tracking-normal text-harbor-950">{title}</h2>
      <dl className="mt-1 text-sm">
        {counts.map(([name, count]) => (
          <div key={name} className="flex justify-between border-b border-harbor-200 py-1">
            <dt>{name}</dt>
            <dd className="font-bold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
