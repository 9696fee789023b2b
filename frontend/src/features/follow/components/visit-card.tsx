import { CalendarPlus } from "lucide-react";
import { packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { calendarPath, visitName } from "~/features/jobs";
import { commaList, formatZonedTime } from "~/lib/format";
import { Button, ButtonLink } from "~/ui/button";
import { CheckedList } from "~/ui/checked-list";
import { formatFullDay } from "../format";
import type { DatedVisit } from "../visits";
import { DayRow } from "./day-row";
import { FollowCard } from "./follow-layout";
import { askAbout } from "./questions";

const titles: Record<DatedVisit["kind"], string> = {
  installation: "Your installation day",
  service: "Your service visit",
  takedown: "Your takedown day",
};

interface VisitCardProps {
  visit: DatedVisit;
  quote: Quote;
  /** Whether this person can download the calendar file. Others have it in the email about the day. */
  hasCalendar: boolean;
  /** Whether this person can ask in the thread, which staff don't see here. */
  canAsk: boolean;
}

/** The day of a visit. */
export function VisitCard({ visit, quote, hasCalendar, canAsk }: VisitCardProps) {
  const { id, kind, scheduledDate } = visit;
  const name = visitName(kind, scheduledDate);
  return (
    <FollowCard title={titles[kind]}>
      <DayRow
        day={scheduledDate}
        title={
          <>
            {formatFullDay(scheduledDate)},{" "}
            <span className="whitespace-nowrap">{formatZonedTime(scheduledDate)}</span>
          </>
        }
      >
        {packageName(quote.servicePackage)}, {commaList(quote.streetAddress, quote.city)}
      </DayRow>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {hasCalendar && (
          <ButtonLink href={calendarPath(id)} variant="outline">
            <CalendarPlus className="size-[1.25em]" />
            Add to calendar
            <span className="sr-only">: {name}</span>
          </ButtonLink>
        )}
        {canAsk && (
          <Button variant="outline" onClick={() => askAbout(name)}>
            Ask for another day <span className="sr-only">for the {name}</span>
          </Button>
        )}
      </div>
      {!hasCalendar && (
        <p className="text-sm text-muted-foreground">
          The email about this day has a file that adds it to your calendar.
        </p>
      )}
    </FollowCard>
  );
}

const tips = [
  "Leave an outside outlet switched on.",
  "Keep the driveway clear for one van.",
  "Snow or ice? We may call to move the day.",
];

/** How to prepare for the crew. */
export function BeforeWeCome() {
  return (
    <FollowCard title="Before we come">
      <CheckedList items={tips} className="gap-2" />
    </FollowCard>
  );
}
