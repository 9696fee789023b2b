import type { ReactNode } from "react";
import { treeName } from "~/api/catalog-names";
import type { DeskTreeOrder } from "~/api/types";
import { commaList, shortId } from "~/lib/format";
import { phoneHref } from "~/lib/phone";
import { MapLink } from "../shared/map-link";
import { roles } from "../shared/table-roles";
import { addOnsOf } from "./order-words";
import { StopPayment } from "./stop-payment";
import type { Codes } from "./use-printed-codes";

// On a phone each stop is a block; paper is wider than 40 rem and has a table.
const cell = "align-top text-left sm:border-b sm:border-harbor-200 sm:py-2 sm:pr-3 max-sm:block";

interface SheetColumn {
  label: ReactNode;
  className: string;
  cell: (order: DeskTreeOrder) => ReactNode;
}

/** The columns of a city's table, with the same widths for every city. The city's name heads the addresses. */
const columnsOf = (city: string, codes: Codes): readonly SheetColumn[] => [
  {
    label: <span className="sr-only">Done</span>,
    className: "w-8 max-sm:absolute max-sm:left-0",
    // The driver fills this in by hand.
    cell: () => <span aria-hidden className="block size-4 border-[1.5px] border-harbor-950" />,
  },
  {
    label: city,
    className: "wrap-anywhere sm:w-[19%]",
    cell: (order) => (
      <MapLink
        place={commaList(order.addressLine1, order.city, `${order.state} ${order.zipCode}`)}
        className="font-[650] text-inherit underline sm:no-underline"
      >
        {order.addressLine1}
        {order.addressLine2 && <span className="block">{order.addressLine2}</span>}
        <span className="block font-normal">{order.zipCode}</span>
      </MapLink>
    ),
  },
  {
    label: "Customer",
    className: "wrap-anywhere sm:w-[19%]",
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
  {
    label: "Tree",
    className: "sm:w-[18%]",
    cell: (order) => (
      <>
        {treeName(order.treeSize)}
        <span className="block text-xs">{addOnsOf(order).join(", ") || "No add-ons"}</span>
      </>
    ),
  },
  {
    label: "Payment",
    className: "sm:w-[21%]",
    cell: (order) => <StopPayment order={order} code={codes.get(order.id)} />,
  },
  { label: "Notes", className: "wrap-anywhere whitespace-pre-wrap", cell: (order) => order.notes },
];

interface CityStopsProps {
  city: string;
  orders: readonly DeskTreeOrder[];
  codes: Codes;
}

/** The stops in a city, in the order of their streets. */
export function CityStops({ city, orders, codes }: CityStopsProps) {
  const columns = columnsOf(city, codes);
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
          {/* Browsers repeat the head on each page that the table continues on. */}
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
