import { useQuery } from "@tanstack/react-query";
import { Mail, MessageSquareMore, Phone } from "lucide-react";
import { hasFailed } from "~/api/failed";
import { formatCount, formatDayTime } from "~/lib/format";
import { LoadFailed } from "~/ui/load-failed";
import { type CallKind, callsQuery, outcomeWords } from "../shared/calls";
import type { QueueItem } from "../shared/types";
import { DetailsPart } from "./details-frame";

const icons = { phone: Phone, text: MessageSquareMore, email: Mail };
const verbs = { phone: "called", text: "texted", email: "emailed" };

/** The attempts to reach a customer: the outcome, who tried and when. Nothing if there were none. */
export function Tries({ subject, id, item }: { subject: CallKind; id: string; item: QueueItem }) {
  const calls = useQuery(callsQuery(subject, id));
  const { data } = calls;
  if (hasFailed(calls)) return <LoadFailed query={calls}>We couldn't load the calls.</LoadFailed>;
  if (!data?.length) return null;
  const reached = data.some(({ outcome }) => outcome === "reached");
  const tries = formatCount(item.tries || data.length, "try", "tries");
  const title = reached ? "Calls" : `${tries}, not reached yet`;
  return (
    <DetailsPart title={title}>
      <ul className="grid gap-2">
        {data.map(({ id, outcome, channel, authorName, createdAt, note }) => {
          const Icon = icons[channel];
          return (
            <li
              key={id}
              className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-2.5 text-xs text-muted-foreground"
            >
              <Icon className="size-[1.1rem]" />
              <span className="min-w-0">
                <b className="font-semibold text-heading">{outcomeWords(outcome, channel)}</b>, {authorName}{" "}
                {verbs[channel]}
                {note && (
                  <span className="block whitespace-pre-wrap wrap-anywhere text-foreground">{note}</span>
                )}
              </span>
              <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
                {formatDayTime(createdAt)}
              </time>
            </li>
          );
        })}
      </ul>
    </DetailsPart>
  );
}
