import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { Aging } from "~/api/types";
import { cx } from "~/lib/cx";
import { commaList, formatCount, formatMoneyExact } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { draftsPath, unbilledPath } from "../../shared/lists-elsewhere";
import { MetricView } from "../../shared/metric-view";
import { Section } from "../../shared/section";
import { agingQuery } from "./api";
import { MoneyTableHead, moneyTable } from "./money-table";
import { ageNames, isOverdue } from "./money-words";

const { table, head, cell, foot, right, wide } = moneyTable;
const columns = [
  ["When"],
  ["Invoices", "right", "wide"],
  ["Deposits", "right", "wide"],
  ["The rest", "right", "wide"],
  ["Trees", "right", "wide"],
  ["Total", "right"],
] as const;

const lineLink =
  "text-link inline-flex min-h-6 items-center justify-self-start text-xs max-lg:min-h-target pointer-coarse:min-h-target";

/** What is due on open invoices and tree orders, by age. Each age links to its invoices. */
export function DueTable() {
  return (
    <MetricView query={agingQuery} name="the amounts due" height="h-72">
      {(aging) => (
        <Section title="Due and overdue" aside={openWords(aging)}>
          {aging.invoices + aging.trees === 0 ? (
            <p className="text-sm text-muted-foreground">
              Nothing is due. Sent invoices and trees with a delivery day appear here until they are paid.
            </p>
          ) : (
            <Ages aging={aging} />
          )}
          <div className="grid">
            <Link to={unbilledPath} className={lineLink}>
              Work done, not invoiced: {aging.unbilled.toLocaleString("en-US")}
            </Link>
            <Link to={draftsPath} className={lineLink}>
              Drafts, not sent: {aging.drafts.toLocaleString("en-US")}
            </Link>
          </div>
        </Section>
      )}
    </MetricView>
  );
}

/** "12 open invoices, 3 unpaid trees". */
const openWords = ({ invoices, trees }: Aging) =>
  commaList(formatCount(invoices, "open invoice"), trees > 0 && formatCount(trees, "unpaid tree"));

function Ages({ aging }: { aging: Aging }) {
  const hasSplitInvoices = aging.ages.reduce((sum, { invoices }) => sum + invoices, 0) > aging.invoices;
  return (
    <>
      <table className={table}>
        <MoneyTableHead of={columns} className={head} />
        <tbody>
          {aging.ages.map((row) => (
            <AgeRow key={row.age} {...row} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={cx(foot, "text-left")}>
              All open
            </th>
            <td className={cx(foot, right, wide)}>{aging.invoices.toLocaleString("en-US")}</td>
            <td className={cx(foot, right, wide)}>{formatMoneyExact(aging.deposits)}</td>
            <td className={cx(foot, right, wide)}>{formatMoneyExact(aging.rest)}</td>
            <td className={cx(foot, right, wide)}>{formatMoneyExact(aging.treeSum)}</td>
            <td className={cx(foot, right)}>{formatMoneyExact(aging.together)}</td>
          </tr>
        </tfoot>
      </table>
      {aging.trees > 0 && (
        <Link to={deskPath("trees", { view: "unpaid" })} className={lineLink}>
          View {formatCount(aging.trees, "unpaid tree")}
        </Link>
      )}
      {hasSplitInvoices && (
        <p className="text-xs text-muted-foreground max-md:hidden">
          An invoice with an unpaid deposit is in two lines: the deposit now, the rest later.
        </p>
      )}
    </>
  );
}

function AgeRow({ age, invoices, deposits, rest, trees, treeSum, together }: Aging["ages"][number]) {
  const late = isOverdue(age) && invoices + trees > 0;
  const amount = (sum: string) => (Number(sum) === 0 ? "–" : formatMoneyExact(sum));
  return (
    <tr>
      <th scope="row" className={cx(cell, "text-left font-normal")}>
        <Link
          to={deskPath("invoices", { due: age })}
          className={cx(
            "inline-flex min-h-6 items-center gap-1.5 max-lg:min-h-target pointer-coarse:min-h-target",
            late
              ? "font-[650] text-error-text underline underline-offset-[0.2em] hover:text-heading"
              : "text-link",
          )}
        >
          {late && <TriangleAlert className="size-4 flex-none" />}
          {ageNames[age]}
        </Link>
      </th>
      <td className={cx(cell, right, wide)}>{invoices.toLocaleString("en-US")}</td>
      <td className={cx(cell, right, wide)}>{amount(deposits)}</td>
      <td className={cx(cell, right, wide)}>{amount(rest)}</td>
      <td className={cx(cell, right, wide)}>{amount(treeSum)}</td>
      <td className={cx(cell, right, "font-[650] text-heading")}>{formatMoneyExact(together)}</td>
    </tr>
  );
}
