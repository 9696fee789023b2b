import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import type { DeskMoney } from "~/api/types";
import { formatDayTime } from "~/lib/format";
import { InvoiceViews } from "../invoice-views";
import { moneyQuery } from "./api";
import { Disputes } from "./disputes";
import { DueTable } from "./due-table";
import { ExportCard } from "./export-card";
import { Months } from "./months";
import { Payouts } from "./payouts";

/** The view "Money" of the tab: what came in, what is due, payouts, disputes and the accountant's file. */
export function Money() {
  const { data } = useQuery(moneyQuery);
  return (
    <>
      <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-5 gap-y-2 px-gutter py-2">
        <h2 className="text-2xl">Money</h2>
        <InvoiceViews current="money" />
        {data && <Recount recount={data.recount} />}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-gutter pt-2 pb-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Months />
        <DueTable />
        <Disputes />
        <Payouts />
        <ExportCard />
      </div>
    </>
  );
}

/** Whether our rows match Stripe's, and since when we know. */
function Recount({ recount }: Pick<DeskMoney, "recount">) {
  const line = "flex items-center gap-1.5 text-xs text-muted-foreground max-lg:basis-full lg:ml-auto";
  if (!recount) return <p className={line}>Not compared with Stripe yet.</p>;
  const words = formatDayTime(recount.checkedAt);
  const checked = `Checked ${words.startsWith("Today") ? words.replace("Today", "today") : words}`;
  return recount.matches ? (
    <p className={line}>
      <Check aria-hidden className="size-[1.1rem] flex-none text-success" strokeWidth={2.4} />
      Matches Stripe to the cent. {checked}
    </p>
  ) : (
    <p className={line}>
      <TriangleAlert aria-hidden className="size-[1.1rem] flex-none text-error-text" strokeWidth={1.75} />
      <b className="font-[650] text-error-text">Differs from Stripe.</b> {checked}
    </p>
  );
}
