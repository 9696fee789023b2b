import { useQuery } from "@tanstack/react-query";
import { useIsOwner } from "../../shared/use-is-owner";
import { InvoiceViews } from "../invoice-views";
import { moneyQuery } from "./api";
import { Disputes } from "./disputes";
import { DueTable } from "./due-table";
import { ExportCard } from "./export-card";
import { Months } from "./months";
import { Payouts } from "./payouts";
import { Differences, Recount } from "./recount";

/** The view "Money" of the tab: payments, what is due, payouts, disputes and the accountant's file. */
export function Money() {
  const { data } = useQuery(moneyQuery);
  const owner = useIsOwner();
  return (
    <>
      <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-5 gap-y-2 px-gutter py-2">
        <h2 className="text-2xl">Money</h2>
        <InvoiceViews current="money" />
        {data && <Recount recount={data.recount} />}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-gutter pt-2 pb-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {data?.recount && <Differences of={data.recount} />}
        <Months />
        <DueTable />
        <Disputes />
        {owner && <Payouts />}
        {owner && <ExportCard />}
      </div>
    </>
  );
}
