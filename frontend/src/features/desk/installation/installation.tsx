import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { hasFailed } from "~/api/failed";
import { cx } from "~/lib/cx";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorState } from "~/ui/error-state";
import { TableSkeleton } from "../shared/table-skeleton";
import type { InstallationCheck } from "../shared/types";
import { installationQuery } from "./api";

const states = {
  failing: { label: "Failing", Icon: CircleX, className: "text-error-text" },
  warning: { label: "Should change", Icon: TriangleAlert, className: "text-foreground" },
  ok: { label: "OK", Icon: CircleCheck, className: "text-muted-foreground" },
} as const;
const worstFirst = ["failing", "warning", "ok"] as const;

/** The checks of the installation, the worst first. */
export function Installation() {
  const query = useQuery(installationQuery);
  const { data, isError } = query;
  if (!data) {
    if (!hasFailed(query))
      return <TableSkeleton label="Checking the installation, which takes a few seconds" />;
    return <ErrorState atDesk title="We couldn't check the installation" query={query} />;
  }
  const sorted = worstFirst.flatMap((state) => data.checks.filter((check) => check.state === state));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p role="status" className="text-base">
          {summaryOf(data.checks)}
        </p>
        <Button
          size="sm"
          variant="outline"
          pending={query.isFetching}
          pendingLabel="Checking..."
          onClick={() => void query.refetch()}
        >
          Check again
        </Button>
      </div>
      {isError && <FormAlert>We couldn't check again. What you see may be out of date.</FormAlert>}
      <Card flush>
        <ul className="divide-y divide-border">
          {sorted.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
        </ul>
      </Card>
      <p className="text-muted-foreground">Version {data.version}</p>
    </>
  );
}

function CheckRow({ check: { title, state, sentence, whatToDo } }: { check: InstallationCheck }) {
  const { label, Icon, className } = states[state];
  return (
    <li className="grid gap-x-5 gap-y-1 px-card py-3 lg:grid-cols-[9rem_14rem_minmax(0,1fr)]">
      <span className={cx("inline-flex items-center gap-[0.4em] self-start font-[650]", className)}>
        <Icon className="size-[1.25em] flex-none" />
        {label}
      </span>
      <h3 className="font-sans text-sm leading-normal font-[650] tracking-normal">{title}</h3>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>{sentence}</p>
        {whatToDo && <p className="text-muted-foreground">{whatToDo}</p>}
      </div>
    </li>
  );
}

function summaryOf(checks: readonly InstallationCheck[]): string {
  const count = (state: InstallationCheck["state"]) => checks.filter((check) => check.state === state).length;
  const failing = count("failing");
  const warnings = count("warning");
  if (failing + warnings === 0) return "Everything works.";
  const parts = [failing > 0 && `${failing} failing`, warnings > 0 && `${warnings} should change`];
  return `${parts.filter(Boolean).join(", ")}, ${count("ok")} OK`;
}
