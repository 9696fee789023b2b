import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { formatDateTime } from "~/lib/format";
import { historyQuery } from "../shared/history-list";
import { callSubject } from "./kinds";
import type { LiveRow } from "./live-list";

interface GoneNoteProps {
  row: LiveRow;
  onDiscard: () => void;
}

/** Says who finished a row while this person was typing, and that the text is kept. */
export function GoneNote({ row: { item }, onDiscard }: GoneNoteProps) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-foreground">
      <Users className="size-4 flex-none text-muted-foreground" />
      <span>
        <WhoDidIt item={item} /> What you typed is still here.
      </span>
      <button type="button" onClick={onDiscard} className="text-link min-h-target px-1 font-semibold">
        Discard it
      </button>
    </p>
  );
}

/** Says who last changed a quote or an order. */
export function WhoDidIt({ item }: { item: LiveRow["item"] }) {
  const subject = callSubject(item);
  if (!subject || subject.kind === "questions") return <>Someone else took care of this.</>;
  return <LastChange kind={subject.kind} id={subject.id} />;
}

function LastChange({ kind, id }: { kind: "quotes" | "tree-orders"; id: string }) {
  const { data } = useQuery(historyQuery(kind, id));
  const last = data?.[0];
  if (!last?.by) return <>Someone else took care of this.</>;
  return (
    <>
      {last.by} took care of this on {formatDateTime(last.at)}.
    </>
  );
}
