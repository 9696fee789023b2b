import { useList } from "~/api/pages";
import { formatDate, formatTime } from "~/lib/format";
import { SectionList } from "../shared/section-list";
import { securityEventsQuery } from "./api";

/** Who gained or lost access, and what was exported, erased and deleted. */
export function SecurityEvents() {
  const list = useList(securityEventsQuery);
  return (
    <SectionList
      title="Security log"
      text="Staff changes, exports, erased people and deletions."
      list={list}
      name="the security log"
      height="h-40"
      empty="Nothing has happened yet."
    >
      {(events) => (
        <ul className="grid">
          {events.map(({ id, summary, actorName, createdAt }) => (
            <li key={id} className="border-b border-border py-2 text-sm last:border-b-0">
              <p className="wrap-anywhere text-heading">{summary}</p>
              <p className="text-xs text-muted-foreground">
                {actorName}, {formatDate(createdAt)}, {formatTime(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </SectionList>
  );
}
