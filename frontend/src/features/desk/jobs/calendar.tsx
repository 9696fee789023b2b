import FullCalendar, { type CalendarOptions, type CalendarRef } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction, { Draggable } from "@fullcalendar/react/interaction";
import listView from "@fullcalendar/react/list";
import classicTheme from "@fullcalendar/react/themes/classic";
import timeGrid from "@fullcalendar/react/timegrid";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { statusColors } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { EASTERN, easternTime } from "~/lib/eastern";
import { droppedOn, nudged } from "./nudge";
import type { CalendarView } from "./span";
import { useIsPhone } from "./use-is-phone";
import { useUpdateJob } from "./use-update-job";
import { VisitEvent } from "./visit-event";
import "@fullcalendar/react/skeleton.css";
import "@fullcalendar/react/themes/classic/theme.css";
import "./calendar.css";

/** How long a visit is on the calendar: as long as another one would conflict with it. */
const VISIT_LENGTH = "02:00";
/**
 * The snap duration when dragging, equal to the row height. With two steps per row, FullCalendar would change the time
 * of a visit that is only dragged sideways.
 */
const STEP = "00:30";
const plugins = [dayGrid, timeGrid, listView, interaction, classicTheme];
const wide = { week: "timeGridWeek", month: "dayGridMonth" };
const narrow = { week: "listWeek", month: "listMonth" };

interface CalendarProps {
  view: CalendarView;
  day: string;
  visits: readonly DeskJob[];
  conflicts: Map<string, DeskJob[]>;
  /** The list of unscheduled visits, which can be dragged onto the calendar. */
  unscheduledList: RefObject<HTMLUListElement | null>;
  findUnscheduled: (id: string) => DeskJob | undefined;
  onOpen: (id: string) => void;
}

function eventOf(job: DeskJob, asList: boolean) {
  const { fill, text, line } = statusColors("job", job.status);
  return {
    id: job.id,
    title: job.quote.fullName,
    start: job.scheduledDate ?? "",
    // In a list, this is the color of a dot.
    color: asList ? line : fill,
    contrastColor: text,
    extendedProps: { job },
  };
}

/** Return the hours of the week view: a working day, extended to include all visits. */
function hoursOf(visits: readonly DeskJob[]) {
  const hours = visits.map(({ scheduledDate }) =>
    Number(easternTime(new Date(scheduledDate ?? "")).slice(0, 2)),
  );
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return {
    slotMinTime: clock(Math.min(7, ...hours)),
    slotMaxTime: clock(Math.min(24, Math.max(19, ...hours.map((hour) => hour + 2)))),
  };
}

/** Make unscheduled visits draggable onto the calendar. */
function useDragFrom(list: RefObject<HTMLUListElement | null>) {
  useEffect(() => {
    if (!list.current) return;
    const draggable = new Draggable(list.current, {
      itemSelector: "[data-visit]",
      eventData: (item) => ({ title: item.dataset.title, duration: VISIT_LENGTH, create: false }),
    });
    return () => draggable.destroy();
  }, [list]);
}

/**
 * Keep the focus on a moved visit, which the calendar renders again in its new place, sometimes twice. If the visit is
 * no longer among the days shown, focus the calendar.
 */
function useVisitFocus(frame: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const calendar = frame.current;
    if (!calendar) return;
    let focused: string | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target !== calendar)
        focused = (target as Element).closest<HTMLElement>("[data-visit]")?.dataset.visit;
    };
    const follow = () => {
      const { activeElement, body } = document;
      if (!focused || (activeElement !== body && activeElement !== calendar)) return;
      const visit = calendar.querySelector<HTMLElement>(`[data-visit="${focused}"]`);
      visit?.focus({ preventScroll: true });
      // The visit can't be focused while the calendar hides it to measure it.
      if (document.activeElement === body) calendar.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(follow);
    observer.observe(calendar, { subtree: true, childList: true, attributeFilter: ["data-visit", "style"] });
    document.addEventListener("focusin", remember);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, [frame]);
}

/** Return the handlers for visits dragged on or onto the calendar. */
function useDrops(visits: readonly DeskJob[], findUnscheduled: (id: string) => DeskJob | undefined) {
  const update = useUpdateJob();
  const move = (job: DeskJob, scheduledDate: string) => update.mutate({ job, change: { scheduledDate } });
  const jobOf = (id: string) => visits.find((visit) => visit.id === id);
  const handlers: CalendarOptions = {
    eventDrop: ({ event, revert }) => {
      const job = jobOf(event.id);
      // The calendar renders from the visits, which the mutation updates.
      revert();
      if (job) move(job, droppedOn(event.startStr, job));
    },
    drop: ({ draggedEl, dateStr }) => {
      const job = findUnscheduled(draggedEl.dataset.visit ?? "");
      if (job) move(job, droppedOn(dateStr, job));
    },
  };
  return { handlers, jobOf, nudge: useNudge(update, jobOf, move) };
}

type Move = (job: DeskJob, scheduledDate: string) => void;

/**
 * Return a function that moves a visit by an arrow key. What is pressed while a move is being saved is added up and
 * saved after it.
 */
function useNudge(
  { isPending, isError }: Pick<ReturnType<typeof useUpdateJob>, "isPending" | "isError">,
  jobOf: (id: string) => DeskJob | undefined,
  move: Move,
) {
  const waiting = useRef<{ id: string; steps: ((job: DeskJob) => string | null)[] } | null>(null);
  const moveOn = useEffectEvent(() => {
    const { id, steps } = waiting.current ?? { id: "", steps: [] };
    waiting.current = null;
    const job = isError ? undefined : jobOf(id);
    if (!job) return;
    let { scheduledDate } = job;
    for (const step of steps) scheduledDate = step({ ...job, scheduledDate });
    if (scheduledDate && steps.length > 0) move(job, scheduledDate);
  });
  useEffect(() => {
    if (!isPending) moveOn();
  }, [isPending]);
  return (job: DeskJob, step: (job: DeskJob) => string | null) => {
    const scheduledDate = step(job);
    if (!isPending && scheduledDate) return move(job, scheduledDate);
    const { id, steps } = waiting.current ?? { id: job.id, steps: [] };
    if (id === job.id) waiting.current = { id, steps: [...steps, step] };
  };
}

/** A week or a month of visits, always in Eastern time; on narrow screens the same days as a list. */
export function Calendar(props: CalendarProps) {
  const { view, day, visits, conflicts, unscheduledList, findUnscheduled, onOpen } = props;
  const calendar = useRef<CalendarRef>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { handlers, nudge, jobOf } = useDrops(visits, findUnscheduled);
  const isPhone = useIsPhone();
  const type = (isPhone ? narrow : wide)[view];
  useDragFrom(unscheduledList);
  useVisitFocus(frame);
  useEffect(() => {
    calendar.current?.getApi().changeView(type, day);
  }, [type, day]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-visit]")?.dataset.visit;
    const job = id && jobOf(id);
    const { key, shiftKey } = event;
    if (!job || !shiftKey || !nudged(job, key, view)) return;
    event.preventDefault();
    nudge(job, (each) => nudged(each, key, view));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the visits in it are the controls; their keys bubble here
    <div ref={frame} onKeyDown={onKeyDown} tabIndex={-1} className="visit-calendar outline-offset-0">
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        timeZone={EASTERN}
        initialView={type}
        initialDate={day}
        headerToolbar={false}
        height="auto"
        {...hoursOf(visits)}
        allDaySlot={false}
        nowIndicator
        fixedWeekCount={false}
        dayMaxEvents={6}
        eventDisplay="block"
        defaultTimedEventDuration={VISIT_LENGTH}
        slotEventOverlap={false}
        slotDuration={STEP}
        snapDuration={STEP}
        editable
        eventDurationEditable={false}
        droppable
        dragScroll
        noEventsText="No visits in this period"
        events={visits.map((job) => eventOf(job, isPhone))}
        eventClick={({ event }) => onOpen(event.id)}
        eventDidMount={({ el, event }) => {
          el.dataset.visit = event.id;
        }}
        eventContent={({ event }) => {
          const { job } = event.extendedProps as { job?: DeskJob };
          // A visit dragged in from the list is not on the calendar yet.
          return job ? <VisitEvent job={job} conflicts={conflicts.has(job.id)} /> : event.title;
        }}
        {...handlers}
      />
    </div>
  );
}
