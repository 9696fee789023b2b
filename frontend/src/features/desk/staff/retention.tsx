import { formatDate, formatTime } from "~/lib/format";
import { MetricView } from "../shared/metric-view";
import { Section } from "../shared/section";
import { retentionQuery } from "./api";

/** What the worker deletes next, by rule. */
export function Retention() {
  return (
    <MetricView query={retentionQuery} name="what is deleted next" height="h-60">
      {({ nextRunAt, rules }) => (
        <Section
          title="What is deleted next"
          text={`On ${formatDate(nextRunAt)}, ${formatTime(nextRunAt)} Eastern, and every night.`}
        >
          <table className="w-full border-collapse text-sm tabular-nums">
            <thead>
              <tr className="border-b border-border text-left text-2xs text-muted-foreground">
                <th scope="col" className="py-1.5 pr-2 font-semibold">
                  What
                </th>
                <th scope="col" className="px-2 py-1.5 font-semibold max-sm:hidden">
                  Kept for
                </th>
                <th scope="col" className="px-2 py-1.5 font-semibold max-sm:hidden">
                  Oldest
                </th>
                <th scope="col" className="py-1.5 pl-2 text-right font-semibold">
                  To delete
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ rule, label, kept, count, oldestAt }) => (
                <tr key={rule} className="border-b border-border last:border-b-0">
                  <th scope="row" className="py-2 pr-2 text-left font-normal">
                    {label}
                    <span className="block text-xs text-muted-foreground sm:hidden">Kept for {kept}</span>
                  </th>
                  <td className="px-2 py-2 max-sm:hidden">{kept}</td>
                  <td className="px-2 py-2 max-sm:hidden">{oldestAt ? formatDate(oldestAt) : "–"}</td>
                  <td className="py-2 pl-2 text-right font-[650] text-heading">
                    {count.toLocaleString("en-US")}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </MetricView>
  );
}
