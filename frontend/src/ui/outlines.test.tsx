import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CircleCheck, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListResult } from "~/api/pages";
import { business } from "~/lib/business";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aLook } from "~/test/rows";
import { FormAlert } from "./alert";
import { StatusBadge } from "./badge";
import { Band } from "./band";
import { Button, ButtonLink } from "./button";
import { Checkbox } from "./checkbox";
import { CheckedList } from "./checked-list";
import { Chip } from "./chip";
import { DateField } from "./date-field";
import { ConfirmDialog, Dialog } from "./dialog";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import { Field, FieldGroup } from "./field";
import { FormTitle } from "./form/form-title";
import { HeardFromField } from "./heard-from-field";
import { Honeypot } from "./honeypot";
import { ListView } from "./list-view";
import { LoadFailed } from "./load-failed";
import { Logo } from "./logo";
import { LookPicture } from "./look-picture";
import { Note } from "./note";
import { NumberedSteps } from "./numbered-steps";
import { OptionRow } from "./option-row";
import { Page } from "./page";
import { OrCallUs, PhoneLink } from "./phone-link";
import { Amount, Facts, RecordCard } from "./record-card";
import { Segmented } from "./segmented";
import { Select } from "./select";
import { SentCard, SentRows, thanks } from "./sent-card";
import { ShareLook } from "./share-look";
import { ShowMore } from "./show-more";
import { Skeleton, SkeletonRegion } from "./skeleton";
import { TabList, TabPanel, Tabs } from "./tabs";
import { TearOffDay } from "./tear-off-day";
import { TextConsent } from "./text-consent";
import { TextInput } from "./text-input";
import { Textarea } from "./textarea";
import { ThemeSwitch } from "./theme-switch";
import { toast } from "./toast";
import { WrittenContents, WrittenText } from "./written-text";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-18T15:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const nothing = () => {};

/** Return the outline of an element on a page of its own. */
function outlineOf(element: ReactNode): string {
  const { container, unmount } = renderAt("/", element);
  const lines = outline(container);
  unmount();
  return lines;
}

it("buttons have their state and the label that fits it", () => {
  const buttons = (
    <>
      <Button onClick={nothing}>Save</Button>
      <Button type="submit" pendingLabel="Sending...">
        Send
      </Button>
      <Button pending pendingLabel="Sending...">
        Send
      </Button>
      <Button pending>Undo</Button>
      <Button disabled>Pay</Button>
      <Button disabled pendingLabel="Paying...">
        Pay now
      </Button>
      <ButtonLink to="/quote">Get a quote</ButtonLink>
      <ButtonLink href="/api/login">Login</ButtonLink>
    </>
  );
  expect(outlineOf(buttons)).toMatchSnapshot();
});

it("fields have their label, help and error", () => {
  const notes = { help: "As on the mailbox.", error: "Enter a street" };
  const options = [
    { value: "call", label: "Call" },
    { value: "text", label: "Text" },
  ];
  const fields = (
    <>
      <Field label="Street">
        <TextInput defaultValue="Marcy" />
      </Field>
      <Field label="Apartment" optional help={notes.help}>
        <TextInput type="tel" />
      </Field>
      <Field label="Notes" error={notes.error}>
        <Textarea maxLength={20} />
      </Field>
      <Field label="City" {...notes}>
        <Select placeholder="Pick a city">
          <option>Dover</option>
        </Select>
      </Field>
      <Field label="State">
        <Select defaultValue="ME">
          <option>NH</option>
          <option>ME</option>
        </Select>
      </Field>
      <FieldGroup label="Add-ons" optional {...notes}>
        <Chip defaultChecked>Wreaths</Chip>
        <Chip disabled>Timers</Chip>
      </FieldGroup>
      <FieldGroup label="Size" radio help={notes.help}>
        <OptionRow
          type="radio"
          name="size"
          title="6 ft"
          description="Fits anywhere"
          price="$1"
          defaultChecked
        />
        <OptionRow type="radio" name="size" title="8 ft" />
        <OptionRow type="checkbox" title="Stand" price="+ $2" />
      </FieldGroup>
      <Segmented legend="Reply by" name="reply" options={options} defaultValue="text" />
      <Segmented
        legend="Remind by"
        name="remind"
        optional
        options={options}
        value="call"
        onChange={nothing}
      />
      <Segmented
        legend="Thank by"
        name="thank"
        options={options}
        value=""
        error="Choose one"
        onChange={nothing}
      />
      <Checkbox defaultChecked>Use it for everything</Checkbox>
      <HeardFromField error="Invalid answer" defaultValue="" />
      <TextConsent box="quote" />
      <Honeypot />
    </>
  );
  expect(outlineOf(fields)).toMatchSnapshot();
});

it("a date field has its day, and its calendar the days that can be chosen", async () => {
  const fields = (
    <>
      <Field label="Start" error="Please pick a day" help="We come in the morning.">
        <DateField value={undefined} onChange={nothing} placeholder="Pick a start" />
      </Field>
      <Field label="End">
        <DateField value="2026-11-28" onChange={nothing} />
      </Field>
      <Field label="Any day">
        <DateField value="2024-03-09" onChange={nothing} range="any" />
      </Field>
    </>
  );
  const { person, container } = renderAt("/", fields);
  expect(outline(container)).toMatchSnapshot();
  const open = async (label: string) => {
    await person.click(screen.getByLabelText(label));
    const calendar = await screen.findByRole("dialog", { name: "Choose a date" });
    await waitFor(() => expect(calendar).toContainElement(document.activeElement as HTMLElement));
    return calendar;
  };
  expect(outline(await open("End"))).toMatchSnapshot("upcoming days");
  await person.type(screen.getByRole("textbox", { name: "Type a date" }), "11/17/2026{Enter}");
  expect(
    outline(screen.getByRole("textbox", { name: "Type a date" }).parentElement as Element),
  ).toMatchSnapshot("a past day");
  await person.keyboard("{Escape}");
  const any = await open("Any day");
  expect(linesWithoutDays(any)).toMatchSnapshot("any day");
});

/** Return the outline of a calendar without its years and days. */
const linesWithoutDays = (calendar: HTMLElement) =>
  outline(calendar)
    .split("\n")
    .filter((line) => !/option: 20|row|gridcell|, 20\d\d/.test(line));

it("dialogs have their title, description and content", async () => {
  const { rerender } = render(
    <Dialog open onOpenChange={nothing} title="Edit the address">
      <input aria-label="City" />
    </Dialog>,
  );
  const shown = async (role: string) => outline(await screen.findByRole(role));
  expect(await shown("dialog")).toMatchSnapshot("without a description");
  rerender(
    <Dialog open onOpenChange={nothing} title="Edit the address" description="For the next season.">
      <input aria-label="City" />
    </Dialog>,
  );
  expect(await shown("dialog")).toMatchSnapshot("with a description");
  rerender(
    <ConfirmDialog
      open
      onOpenChange={nothing}
      question="Delete it?"
      description="This can't be undone."
      cancel={<Button>Keep it</Button>}
      confirm={<Button>Delete it</Button>}
    >
      <p>It has two quotes.</p>
    </ConfirmDialog>,
  );
  expect(await shown("alertdialog")).toMatchSnapshot("a question");
});

const rows = { data: [{ id: "a" }, { id: "b" }], isFetched: true } as ListResult<{ id: string }>;

it("a list has a state for each result", () => {
  const list = (changes: Partial<ListResult<{ id: string }>>) =>
    outlineOf(
      <ListView list={{ ...rows, ...changes } as typeof rows} name="visits" empty={<p>No visits yet</p>}>
        {({ id }) => `Visit ${id}`}
      </ListView>,
    );
  const missing = { data: undefined } as unknown as Partial<typeof rows>;
  expect(list({ ...missing, isFetched: false })).toMatchSnapshot("loading");
  expect(list({ ...missing, isFetched: true })).toMatchSnapshot("failed");
  expect(list({ ...missing, isFetched: true, isFetching: true })).toMatchSnapshot("retrying");
  expect(list({ data: [] })).toMatchSnapshot("empty");
  expect(list({})).toMatchSnapshot("rows");
  expect(list({ isError: true, hasNextPage: true })).toMatchSnapshot("a failed refetch, and a next page");
  const failed = { isError: true, isFetchNextPageError: true, hasNextPage: true };
  expect(list(failed)).toMatchSnapshot("a failed next page");
  expect(list({ hasNextPage: true, isFetchingNextPage: true })).toMatchSnapshot("loading more");
});

it("a button for more rows ends as a note that has the focus", async () => {
  const list = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: vi.fn() };
  const more = (changes: object) => <ShowMore list={{ ...list, ...changes } as never} />;
  const { container, rerender } = render(more({ hasNextPage: false }));
  expect(outline(container)).toBe("");
  rerender(more({}));
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(list.fetchNextPage).toHaveBeenCalledOnce();
  rerender(more({ hasNextPage: false }));
  expect(outline(container)).toMatchSnapshot();
});

it("states of a page say what happened and what to do", () => {
  const states = (
    <>
      <ErrorState title="We couldn't load your quotes" query={{ refetch: nothing, isFetching: false }} />
      <ErrorState title="We couldn't load the quotes" query={{ refetch: nothing, isFetching: true }} atDesk />
      <LoadFailed query={{ refetch: nothing, isFetching: false }}>We couldn't load it.</LoadFailed>
      <LoadFailed query={{ refetch: nothing, isFetching: true }}>We couldn't load it either.</LoadFailed>
      <EmptyState title="No quotes yet" drawing={<svg aria-hidden />} action={<Button>Ask for one</Button>}>
        It takes a minute.
      </EmptyState>
      <EmptyState title="No visits" level="h2" />
      <SkeletonRegion label="Loading">
        <Skeleton />
      </SkeletonRegion>
      <FormAlert>One thing needs another look.</FormAlert>
      <p>
        Reload
        <OrCallUs atDesk={false} />
      </p>
      <p>
        Reload
        <OrCallUs atDesk />
      </p>
    </>
  );
  expect(outlineOf(states)).toMatchSnapshot();
});

it("parts of pages read in their order", () => {
  const parts = (
    <Page band={<Band title="My Services" lead="Everything in one place." />}>
      <Band title="Without a lead" />
      <a href="/" aria-label="Home">
        <Logo />
      </a>
      <FormTitle as="h2" focused={false}>
        Send a request
      </FormTitle>
      <Note icon={Phone}>
        Prefer to talk? Call <PhoneLink />.
      </Note>
      <NumberedSteps
        steps={[
          { title: "We read it", text: "Within a day." },
          { title: "We call", text: <b>Before noon.</b> },
        ]}
      />
      <CheckedList items={["Clips", "No nails"]} />
      <StatusBadge kind="quote" status="approved" />
      <StatusBadge kind="invoice" status="overdue" label="Late" />
      <LookPicture look={aLook()} />
      <LookPicture look={null} />
      <ThemeSwitch />
      <TearOffDay day="2026-11-24" />
      <TearOffDay day="2026-11-25" large />
      <TearOffDay day="2026-12-06T04:30:00Z" />
      <WrittenContents html={'<li><a href="#prices">Prices</a></li>'} page="terms" />
      <WrittenText
        html={'<section aria-labelledby="prices"><h2 id="prices">Prices</h2></section>'}
        page="terms"
      />
    </Page>
  );
  expect(outlineOf(parts)).toMatchSnapshot();
});

it("cards have a name, a heading and their facts", () => {
  const cards = (
    <>
      <RecordCard id="q1" title="Premium" subtitle="41 Marcy Street" aside={<Amount>$875.00</Amount>}>
        <Facts
          items={[
            { label: "Requested", value: "Nov 3, 2026" },
            { label: "Budget", value: null },
            { label: "Roof", value: undefined },
            { label: "Notes", value: "" },
            { label: "Visits", value: 0 },
            { label: "Look", value: "Warm white", wide: true },
          ]}
        />
      </RecordCard>
      <RecordCard id="q2" title="Basic" />
      <SentCard
        title="Request sent"
        icon={CircleCheck}
        next={`${thanks("  Eleanor Hayes ")}We'll call today.`}
        scrollTo="nowhere"
        follow={{ label: "See it", to: "/follow/quotes/q1" }}
        again="Send another"
        onAgain={nothing}
      >
        <SentRows
          rows={[
            { label: "City", value: "Dover" },
            { label: "Look", value: null },
            { label: "Comments", value: "" },
            { label: "Phone", value: "603-555-0172" },
          ]}
        />
      </SentCard>
    </>
  );
  expect(outlineOf(cards)).toMatchSnapshot();
});

it.each([
  ["Patricia Nolan", "Thanks, Patricia. "],
  ["A".repeat(30), `Thanks, ${"A".repeat(30)}. `],
  ["A".repeat(31), "Thanks. "],
  ["  ", "Thanks. "],
])("the confirmation greets %s by first name, unless it is too long", (name, greeting) => {
  expect(thanks(name)).toBe(greeting);
});

it("tabs have a name, the open one, and how many items wait", () => {
  const tabs = (
    <Tabs value="quotes" onValueChange={nothing}>
      <TabList
        label="Desk"
        value="quotes"
        tabs={[
          { value: "quotes", label: "Quotes", count: 1200 },
          { value: "jobs", label: "Jobs", count: 0 },
          { value: "money", label: "Money" },
        ]}
      />
      <TabPanel value="quotes">Two quotes</TabPanel>
      <TabPanel value="jobs">One job</TabPanel>
    </Tabs>
  );
  expect(outlineOf(tabs)).toMatchSnapshot();
});

it("toasts have a title, a text, an action and a way to close them", async () => {
  renderAt("/", <p>page</p>);
  const shown = async (title: string) => {
    const region = await screen.findByRole("region", { name: /^Notifications/ });
    await within(region).findByText(title);
    return outline(region);
  };
  act(() => toast({ title: "Saved" }));
  expect(await shown("Saved")).toMatchSnapshot("a title");
  const action = { label: "Undo", altText: "Open the quote to undo it", run: nothing };
  act(() => toast({ title: "Price sent", description: "To Eleanor.", variant: "destructive", action }));
  expect(await shown("Price sent")).toMatchSnapshot("an action");
});

it("a look that the browser can't copy is shown as a link", async () => {
  const { person, container } = renderAt("/", <ShareLook code="p-warm-w" />);
  expect(outline(container)).toMatchSnapshot("before");
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await person.click(screen.getByRole("button", { name: "Share this look" }));
  await screen.findByRole("textbox");
  expect(outline(container.firstElementChild as Element).replace(window.location.origin, "")).toMatchSnapshot(
    "after",
  );
});

it("a picture of a look is the large one", () => {
  const { container } = render(<LookPicture look={aLook()} />);
  expect(container.querySelector("img")).toHaveAttribute("src", aLook().picture);
});

it("the office's number is read as it is written", () => {
  render(<PhoneLink />);
  expect(screen.getByRole("link")).toHaveAccessibleName(business.phone);
});
