import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { easternToday } from "~/lib/eastern";
import { formatCount, formatSigned } from "~/lib/format";
import { ButtonLink } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { Section } from "../../shared/section";
import { type Days, exportSummaryQuery, exportUrl, moneyQuery } from "./api";

/** The accountant's CSV for a range of days. By default, that is the month so far. */
export function ExportCard() {
  const today = easternToday();
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState(today);
  const isBackwards = from > to;
  return (
    <Section title="Export for your accountant" className="self-start">
      <p className="text-sm text-muted-foreground">
        One line per payment, refund and fee: date, document, customer, net, kind, Stripe ID.
      </p>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto] lg:max-xl:grid-cols-1">
        <Field label="From" className="min-w-0">
          <DateField range="any" required value={from} onChange={(day) => day && setFrom(day)} />
        </Field>
        <Field
          label="To"
          error={isBackwards ? "Pick a day that is not before the first one" : undefined}
          className="min-w-0"
        >
          <DateField range="any" required value={to} onChange={(day) => day && setTo(day)} />
        </Field>
        {!isBackwards && (
          <ButtonLink href={exportUrl({ from, to })} download variant="outline" size="sm">
            <Download className="size-[1.05rem]" />
            Download CSV
          </ButtonLink>
        )}
      </div>
      {!isBackwards && <Summary from={from} to={to} />}
    </Section>
  );
}

/** The number of lines in the file and their sum, which equals the page's net if the days are the month so far. */
function Summary({ from, to }: Days) {
  const { data, isError } = useQuery(exportSummaryQuery({ from, to }));
  const { data: money } = useQuery(moneyQuery);
  const isMonth = money && from === `${money.today.slice(0, 8)}01` && to === money.today;
  const isAbove = isMonth && money.months.at(-1)?.net === data?.net;
  return (
    <p role="status" className="min-h-[1.125rem] text-xs text-muted-foreground">
      {isError
        ? "We couldn't count the lines. You can download the file anyway."
        : data &&
          `${formatCount(data.lines, "line")}. ${isAbove ? "The sum equals the net above." : `The sum is ${formatSigned(data.net)}.`}`}
    </p>
  );
}
