import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { dayToLocalDate } from "~/lib/eastern";

const dayName = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric" });

/** Pick a day (`YYYY-MM-DD`) in the calendar of a date field whose range is `any`. */
export async function pickDay(person: UserEvent, field: HTMLElement, day: string) {
  await person.click(field);
  const calendar = within(await screen.findByRole("dialog", { name: "Choose a date" }));
  const date = dayToLocalDate(day);
  await person.selectOptions(calendar.getByLabelText("Choose the Year"), String(date.getFullYear()));
  await person.selectOptions(calendar.getByLabelText("Choose the Month"), String(date.getMonth()));
  await person.click(calendar.getByRole("button", { name: new RegExp(dayName.format(date)) }));
}

const monthName = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

/** Pick a day (`YYYY-MM-DD`) of the shown month or the next one in the calendar of a date field for upcoming days. */
export async function pickUpcoming(person: UserEvent, field: HTMLElement, day: string) {
  await person.click(field);
  const calendar = within(await screen.findByRole("dialog", { name: "Choose a date" }));
  const date = dayToLocalDate(day);
  if (!calendar.queryByText(monthName.format(date)))
    await person.click(calendar.getByRole("button", { name: /next month/i }));
  await person.click(calendar.getByRole("button", { name: new RegExp(dayName.format(date)) }));
}
