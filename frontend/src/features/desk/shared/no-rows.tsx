import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { useDeskParams } from "./use-desk-params";

interface NoRowsProps {
  /** The tab, and what its rows are called: "invoices". */
  tab: string;
  filtered: boolean;
  drawing?: ReactNode;
  /** Where the first row will come from. */
  children: string;
}

/** The empty list of a tab. If filters are set, its button shows all rows. */
export function NoRows({ tab, filtered, drawing, children }: NoRowsProps) {
  const { openTab } = useDeskParams();
  return (
    <EmptyState
      title={`No ${tab} found`}
      drawing={drawing}
      action={
        filtered && (
          <Button variant="outline" onClick={() => openTab(tab)}>
            Show all {tab}
          </Button>
        )
      }
    >
      {filtered ? `No ${tab} match these filters.` : children}
    </EmptyState>
  );
}
