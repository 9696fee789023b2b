import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { catalog } from "~/api/catalog.gen";
import { treeName } from "~/api/catalog-names";
import type { DeskTreeOrder } from "~/api/types";
import { formatLongDate, shortId } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { phoneHref } from "~/lib/phone";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { ErrorState } from "~/ui/error-state";
import { Field } from "~/ui/field";
import { roles } from "../shared/table-roles";
import { TableSkeleton } from "../shared/table-skeleton";
import type { DaySheet } from "../shared/types";
import { daySheetQuery } from "./api";
import { addOnsOf } from "./order-words";
import "./day-sheet.css";

/** The deliveries of one day by city, and what to load. The controls are not printed. */
export function DaySheetView({ day }: { day: string }) {
  const [, setParams] = useSearchParams();
  const { data, isError, isFetching, refetch } = useQuery(daySheetQuery(day));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <Link
          className="text-link inline-flex min-h-12 items-center gap-2"
          to={deskPath("trees", { view: "all", deliveryDay: day })}
        >
          <ArrowLeft aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
          Tree orders
        </Link>
        <div className="flex items-end gap-3">
          <Field label="Delivery day" className="w-44">
            <DateField
              range="any"
              required
              value={day}
              onChange={(next) => next && setParams({ day: next })}
            />
          </Field>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
            Print
          </Button>
        </div>
      </div>
      {data ? (
        <Sheet sheet={data} />
      ) : isError ? (
        <ErrorState
          atDesk
          title="We couldn't load the day sheet"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton label="Loading the day sheet" />
      )}
    </>
  );
}

/** The printed page, which is light in both themes. */
function Sheet({ sheet }: { sheet: DaySheet }) {
  const { orders } = sheet.totals;
  return (
    <article className="day-sheet rounded-card border border-harbor-200 bg-white p-card text-harbor-950 print:rounded-none print:border-0 print:p-0">
      <h1 className="text-2xl text-harbor-950">Deliveries, {formatLongDate(sheet.day)}</h1>
      <p className="mt-1 text-sm">
        {orders === 0
          ? "No deliveries on this day."
          : `${orders} ${orders === 1 ? "delivery" : "deliveries"} in ${sheet.towns.length} ${sheet.towns.length === 1 ? "city" : "cities"}.`}
      </p>
      {orders > 0 && <Totals sheet={sheet} />}
      {sheet.towns.map(({ town, orders }) => (
        <City key={town} city={town} orders={orders} />
      ))}
    </article>
  );
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

// On a phone each stop is a block; paper is wider than 40 rem and has a table.
const cell = "align-top text-left sm:border-b sm:border-harbor-200 sm:py-2 sm:pr-3 max-sm:block";

interface SheetColumn {
  label: ReactNode;
  className: string;
  cell: (order: DeskTreeOrder) => ReactNode;
}

/** The columns of a city's table, with the same widths for every city. The city's name heads the addresses. */
const columnsOf = (city: string): readonly SheetColumn[] => [
  {
    label: <span className="sr-only">Done</span>,
    className: "w-8 max-sm:absolute max-sm:left-0",
    // The driver fills this in by hand.
    cell: () => <span aria-hidden className="block size-4 border-[1.5px] border-harbor-950" />,
  },
  {
    label: city,
    className: "wrap-anywhere sm:w-[21%]",
    cell: (order) => (
      <span className="font-[650]">
        {order.addressLine1}
        {order.addressLine2 && <span className="block">{order.addressLine2}</span>}
        <span className="block font-normal">{order.zipCode}</span>
      </span>
    ),
  },
  {
    label: "Customer",
    className: "wrap-anywhere sm:w-[20%]",
    cell: (order) => (
      <>
        {order.customerName}
        <span className="block whitespace-nowrap tabular-nums">
          <a className="text-inherit no-underline" href={phoneHref("tel", order.customerPhone)}>
            {order.customerPhone}
          </a>
        </span>
        <span className="block text-xs tabular-nums">{shortId(order.id)}</span>
      </>
    ),
  },
  { label: "Tree", className: "sm:w-[15%]", cell: (order) => treeName(order.treeSize) },
  {
    label: "Add-ons",
    className: "sm:w-[16%]",
    cell: (order) => addOnsOf(order).join(", ") || "No add-ons",
  },
  { label: "Notes", className: "wrap-anywhere whitespace-pre-wrap", cell: (order) => order.notes },
];

function City({ city, orders }: { city: string; orders: readonly DeskTreeOrder[] }) {
  const columns = columnsOf(city);
  return (
    <section className="mt-6">
      <h2 className="break-after-avoid font-sans text-xl font-bold tracking-normal wrap-anywhere text-harbor-950">
        {city} ({orders.length})
      </h2>
      <table
        {...roles.table}
        aria-label={city}
        className="mt-1 w-full border-collapse text-sm leading-[1.35] max-sm:block sm:table-fixed"
      >
        <thead {...roles.group} className="text-xs max-sm:sr-only">
          {/* The heads stand again on each sheet of paper that a city goes on to. */}
          <tr {...roles.row}>
            {columns.map(({ label, className }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
              <th {...roles.header} key={index} scope="col" className={`${cell} ${className}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group} className="max-sm:block">
          {orders.map((order) => (
            <tr
              {...roles.row}
              key={order.id}
              className="break-inside-avoid max-sm:relative max-sm:block max-sm:border-b max-sm:border-harbor-200 max-sm:py-3 max-sm:pl-8"
            >
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <td {...roles.cell} key={index} className={`${cell} ${column.className}`}>
                  {column.cell(order)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
