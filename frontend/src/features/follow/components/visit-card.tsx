import { CalendarPlus, Check } from "lucide-react";
import { packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { calendarPath } from "~/features/jobs";
import { formatZonedTime } from "~/lib/format";
import { Button, ButtonLink } from "~/ui/button";
import { formatFullDay } from "../format";
import type { DatedVisit } from "../visits";
import { DayRow } from "./day-row";
import { FollowCard } from "./follow-layout";
import { goToQuestions } from "./questions";

const titles: Record<DatedVisit["kind"], string> = {
  installation: "Your installation day",
  service: "Your service visit",
  takedown: "Your takedown day",
};

interface VisitCardProps {
  visit: DatedVisit;
  quote: Quote;
  /** Whether the API gives this person the calendar file: others have it in the email about the day. */
  hasCalendar: boolean;
}

/** The day of a visit. */
export function VisitCard({ visit, quote, hasCalendar }: VisitCardProps) {
  const { id, kind, scheduledDate } = visit;
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
        {packageName(quote.servicePackage)}, {[quote.streetAddress, quote.city].filter(Boolean).join(", ")}
      </DayRow>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {hasCalendar && (
          <ButtonLink href={calendarPath(id)} variant="outline">
            <CalendarPlus aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
            Add to calendar
          </ButtonLink>
        )}
        <Button variant="outline" onClick={goToQuestions}>
          Ask for another day
        </Button>
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

/** What helps the crew. */
export function BeforeWeCome() {
  return (
    <FollowCard title="Before we come">
      <ul className="grid gap-2 text-sm">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-[0.6rem]">
            <Check
              aria-hidden
              className="mt-[0.1em] size-[1.25em] flex-none text-success"
              strokeWidth={2.4}
            />
            {tip}
          </li>
        ))}
      </ul>
    </FollowCard>
  );
}
