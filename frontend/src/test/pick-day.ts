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
