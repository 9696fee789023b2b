import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { hasFailed } from "~/api/failed";
import { deskPath } from "~/lib/paths";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { ErrorState } from "~/ui/error-state";
import { Field } from "~/ui/field";
import { RefreshFailed } from "~/ui/refresh-failed";
import { TableSkeleton } from "../shared/table-skeleton";
import { daySheetQuery } from "./api";
import { SheetPaper } from "./sheet-paper";
import { usePrintedCodes } from "./use-printed-codes";
import "./day-sheet.css";

/**
 * The deliveries of one day by city, what to load, and what the driver has to collect. The controls are not printed.
 */
export function DaySheetView({ day }: { day: string }) {
  const [, setParams] = useSearchParams();
  const query = useQuery(daySheetQuery(day));
  const { data } = query;
  const { codes, print, isPreparing } = usePrintedCodes(data);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <Link
          className="text-link inline-flex min-h-12 items-center gap-2"
          to={deskPath("trees", { view: "all", deliveryDay: day })}
        >
          <ArrowLeft className="size-[1.25em]" />
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
          <Button onClick={print} disabled={!data} pending={isPreparing} pendingLabel="Preparing...">
            <Printer className="size-[1.25em]" />
            Print
          </Button>
        </div>
      </div>
      {data && (
        <div className="mb-4 empty:hidden print:hidden">
          <RefreshFailed list={query} />
        </div>
      )}
      {data ? (
        <SheetPaper sheet={data} codes={codes} />
      ) : hasFailed(query) ? (
        <ErrorState atDesk title="We couldn't load the day sheet" query={query} />
      ) : (
        <TableSkeleton label="Loading the day sheet" />
      )}
    </>
  );
}
