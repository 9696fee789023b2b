import { screen, waitFor, within } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pickDay } from "~/test/pick-day";
import { renderAt } from "~/test/render";
import { DateField } from "./date-field";
import { Field } from "./field";

function Example({ start, ...rest }: { start?: string } & Partial<ComponentProps<typeof DateField>>) {
  const [day, setDay] = useState(start);
  return (
    <>
      <Field label="Preferred start date" optional>
        <DateField {...rest} value={day} onChange={setDay} />
      </Field>
      <output>{day ?? "none"}</output>
    </>
  );
}

const field = () => screen.getByLabelText(/Preferred start date/);

async function openCalendar(start?: string) {
  const { person } = renderAt("/", <Example {...(start ? { start } : {})} />);
  await person.click(field());
  return { person, calendar: within(await screen.findByRole("dialog", { name: "Choose a date" })) };
}

beforeEach(() => {
  // 11:30 at night on December 4 in New Hampshire; already the 5th in UTC.
  vi.useFakeTimers({ now: new Date("2026-12-05T04:30:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the calendar", () => {
  it("starts with today in New Hampshire and disables past days", async () => {
    const { calendar } = await openCalendar();
    expect(calendar.getByRole("button", { name: /December 3, 2026/ })).toBeDisabled();
    expect(calendar.getByRole("button", { name: /December 4, 2026/ })).toBeEnabled();
  });

  it("selects a day, closes, and returns the focus to the field", async () => {
    const { person, calendar } = await openCalendar();
    await person.click(calendar.getByRole("button", { name: /December 12, 2026/ }));
    expect(screen.getByRole("status")).toHaveTextContent("2026-12-12");
    expect(field()).toHaveTextContent("Dec 12, 2026");
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it("closes with a click on its field, also on the icon in it", async () => {
    const { person } = await openCalendar();
    await person.click(field().querySelector("svg") as Element);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.click(field());
    await screen.findByRole("dialog", { name: "Choose a date" });
    await person.click(field());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("clears the selected day when it is clicked again", async () => {
    const { person, calendar } = await openCalendar("2026-12-12");
    await person.click(calendar.getByRole("button", { name: /December 12, 2026/ }));
    expect(screen.getByRole("status")).toHaveTextContent("none");
    expect(field()).toHaveTextContent("Pick a date");
  });

  it.each(["field", "icon in the field"])(
    "closes with a second click on the %s, and stays closed",
    async (place) => {
      const { person } = await openCalendar();
      const target = place === "field" ? field() : (field().querySelector("svg") as SVGElement);
      await person.click(target);
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(field()).toHaveAttribute("aria-expanded", "false");
      await person.click(target);
      expect(await screen.findByRole("dialog", { name: "Choose a date" })).toBeVisible();
    },
  );

  it.each(["Escape", "a click elsewhere"])("closes with %s, and keeps the day", async (how) => {
    const { person } = await openCalendar("2026-12-12");
    await waitFor(() => expect(screen.getByRole("button", { name: /December 12, 2026/ })).toHaveFocus());
    if (how === "Escape") await person.keyboard("{Escape}");
    else await person.click(screen.getByText("2026-12-12"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(field()).toHaveTextContent("Dec 12, 2026");
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it("opens at the chosen day, and shows later months but no earlier one than today's", async () => {
    const { person, calendar } = await openCalendar("2027-01-05");
    expect(calendar.getByRole("grid", { name: "January 2027" })).toBeVisible();
    expect(calendar.getByRole("button", { name: /January 5, 2027, selected$/ })).toBeEnabled();
    await person.click(calendar.getByRole("button", { name: "Go to the Previous Month" }));
    expect(calendar.getByRole("grid", { name: "December 2026" })).toBeVisible();
    expect(calendar.getByRole("button", { name: "Go to the Previous Month" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(calendar.getByRole("button", { name: /^Today, Friday, December 4, 2026$/ })).toBeEnabled();
  });

  it("works from the keyboard", async () => {
    const { person, calendar } = await openCalendar();
    await waitFor(() => expect(calendar.getByRole("button", { name: /December 4, 2026/ })).toHaveFocus());
    await person.keyboard("{ArrowRight}{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("2026-12-05");
  });
});

describe("a typed day", () => {
  it.each(["12/24", "Dec 24"])("can be typed anywhere in the calendar: %s", async (typed) => {
    const { person } = await openCalendar();
    await waitFor(() => expect(screen.getByRole("button", { name: /December 4, 2026/ })).toHaveFocus());
    await person.keyboard(`${typed}{Enter}`);
    expect(screen.getByRole("status")).toHaveTextContent("2026-12-24");
    expect(field()).toHaveTextContent("Dec 24, 2026");
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it("starts with a letter or digit, but not with a shortcut or in a select", async () => {
    const { person } = renderAt("/", <Example range="any" start="2026-12-12" />);
    await person.click(field());
    const input = await screen.findByRole("textbox", { name: "Type a date" });
    const day = screen.getByRole("button", { name: /December 12, 2026/ });
    await waitFor(() => expect(day).toHaveFocus());
    for (const keys of ["{Control>}a{/Control}", "{Meta>}c{/Meta}", "{Alt>}d{/Alt}", "{Shift}"])
      await person.keyboard(keys);
    expect(day).toHaveFocus();
    const month = screen.getByLabelText("Choose the Month");
    month.focus();
    await person.keyboard("j");
    expect(month).toHaveFocus();
    day.focus();
    await person.keyboard("J");
    expect(input).toHaveFocus();
    expect(input).toHaveValue("J");
  });

  it("may be today in New Hampshire", async () => {
    const { person, calendar } = await openCalendar();
    await person.type(calendar.getByRole("textbox", { name: "Type a date" }), "12/4/2026{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("2026-12-04");
  });

  it("that is invalid gets a message, and the text stays", async () => {
    const { person, calendar } = await openCalendar();
    const input = calendar.getByRole("textbox", { name: "Type a date" });
    await person.type(input, "Dec 45{Enter}");
    expect(calendar.getByRole("alert")).toHaveTextContent("Type it like 12/5 or Dec 5.");
    expect(input).toBeInvalid();
    expect(input).toHaveValue("Dec 45");

    await person.clear(input);
    expect(calendar.getByRole("alert")).toBeEmptyDOMElement();
    expect(input).toBeValid();
    await person.keyboard("{Enter}");
    expect(calendar.getByRole("alert")).toHaveTextContent(/^We can't read that date/);
    await person.type(input, "12/3/2026{Enter}");
    expect(calendar.getByRole("alert")).toHaveTextContent("Please pick today or a later date");
    await person.keyboard("{Escape}");
    expect(field()).toHaveTextContent("Pick a date");
  });
});

describe("the calendar of any day", () => {
  it("goes to a month of another year, including past ones", async () => {
    const { person } = renderAt("/", <Example range="any" />);
    await pickDay(person, field(), "2024-03-09");
    expect(screen.getByRole("status")).toHaveTextContent("2024-03-09");
  });

  it.each([
    ["1/1/2020", "2020-01-01"],
    ["12/31/2019", null],
    ["12/31/2099", "2099-12-31"],
    ["1/1/2100", null],
    ["12/1", "2026-12-01"], // in this year, though it has passed
  ])("accepts days from 2020 to 2099: %s", async (typed, day) => {
    const { person } = renderAt("/", <Example range="any" />);
    await person.click(field());
    const calendar = within(await screen.findByRole("dialog", { name: "Choose a date" }));
    await person.type(calendar.getByRole("textbox", { name: "Type a date" }), `${typed}{Enter}`);
    if (day) expect(screen.getByRole("status")).toHaveTextContent(day);
    else expect(calendar.getByRole("alert")).toHaveTextContent("Please pick a date from 2020 to 2099");
  });

  it("keeps the selected day if one is required", async () => {
    const { person } = renderAt("/", <Example range="any" required start="2026-12-12" />);
    await pickDay(person, field(), "2026-12-12");
    expect(screen.getByRole("status")).toHaveTextContent("2026-12-12");
  });

  it("shows no day for an invalid value", () => {
    renderAt("/", <Example range="any" start="2026-99-99" />);
    expect(field()).toHaveTextContent("Pick a date");
  });
});
