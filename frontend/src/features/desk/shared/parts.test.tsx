import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { pickUpcoming } from "~/test/pick-day";
import { renderAt } from "~/test/render";
import { server, signIn } from "~/test/server";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { admin, serveWrite, stopClock } from "../test-desk";
import { CallForm } from "./calls";
import { ChosenBar } from "./chosen-rows";
import { EntryButtons } from "./entry-buttons";
import { DayFilter, FilterChips, FilterSelect, SortSelect } from "./filter-bar";
import { MoneyInput } from "./money-input";
import { RefundButton } from "./refund-dialog";
import { RowPanel, RowToggle, useOpenRow } from "./row-panel";
import { SaveRow } from "./save-row";
import { SearchBox } from "./search-box";
import { useDeskParams } from "./use-desk-params";
import { useFocusSoon } from "./use-focus-soon";
import { useKeptFocus } from "./use-kept-focus";
import type { RowEdit, RowValues } from "./use-row-edit";
import { useSelection } from "./use-selection";
import { ViewChoice } from "./view-choice";

beforeEach(() => void stopClock());

const options = [
  { value: "a", label: "Ann" },
  { value: "b", label: "Bea" },
];

it("each filter is in the URL, keeps the others, and closes the open row", async () => {
  const { person, router } = renderAt(
    "/admin?tab=x&open=q1",
    <>
      <FilterChips label="Status" name="status" options={options} />
      <FilterSelect label="City" name="city" options={options} all="All cities" />
      <ViewChoice
        label="View"
        views={[
          { value: "", label: "Open" },
          { value: "all", label: "All" },
        ]}
      />
      <SortSelect options={options} fallback="a" />
      <DayFilter label="From" name="from" />
    </>,
  );
  const search = () => router.state.location.search;
  const openAgain = () => act(() => router.navigate(`/admin${search()}&open=q1`));
  await person.click(screen.getByRole("button", { name: "Bea" }));
  expect(search()).toBe("?tab=x&status=b");
  await openAgain();
  await person.selectOptions(screen.getByLabelText("City"), "a");
  expect(search()).toBe("?tab=x&status=b&city=a");
  await openAgain();
  await person.selectOptions(screen.getByLabelText("Sort by"), "b");
  expect(search()).toBe("?tab=x&status=b&city=a&open=q1&ordering=b"); // the same rows
  await person.selectOptions(screen.getByLabelText("Sort by"), "a");
  expect(search()).toBe("?tab=x&status=b&city=a&open=q1");
  await person.selectOptions(screen.getByLabelText("City"), "All cities");
  expect(search()).toBe("?tab=x&status=b");
  await openAgain();
  const chooseAll = (group: string) =>
    person.click(within(screen.getByRole("group", { name: group })).getByRole("button", { name: "All" }));
  await chooseAll("Status");
  await chooseAll("View");
  expect(search()).toBe("?tab=x&view=all");
  await openAgain();
  await person.click(screen.getByLabelText("From"));
  await person.type(await screen.findByRole("textbox", { name: "Type a date" }), "11/5/2026{Enter}");
  await waitFor(() => expect(search()).toBe("?tab=x&view=all&from=2026-11-05"));
  await openAgain();
  await person.click(screen.getByLabelText("From"));
  await person.click(await screen.findByRole("button", { name: /November 5/ }));
  expect(search()).toBe("?tab=x&view=all");
});

/** Sets a parameter to the same value each time. */
function SetStatus() {
  const { set } = useDeskParams();
  return (
    <button type="button" onClick={() => set({ status: "b" })}>
      Bea
    </button>
  );
}

it("an unchanged view adds no entry to the browser's history", async () => {
  const { person, router } = renderAt("/admin?tab=x", <SetStatus />);
  await person.click(screen.getByRole("button", { name: "Bea" }));
  await person.click(screen.getByRole("button", { name: "Bea" }));
  expect(router.state.location.search).toBe("?tab=x&status=b");
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe("?tab=x");
});

it("a search box searches for the words without spaces, and follows Back", async () => {
  const { person, router } = renderAt("/admin?tab=x", <SearchBox label="Search" placeholder="Name" />);
  const box = screen.getByRole("searchbox");
  const q = () => new URLSearchParams(router.state.location.search).get("q");
  await person.type(box, " red bow {Enter}");
  expect(q()).toBe("red bow");
  await person.clear(box);
  await person.type(box, "blue");
  await waitFor(() => expect(q()).toBe("blue"));
  await act(() => router.navigate(-1));
  // A pause in typing doesn't count as another search, so both were one entry.
  await waitFor(() => expect(box).toHaveValue(""));
  expect(q()).toBeNull();
});

/** Rows to select. */
function Rows({ ids }: { ids: string[] }) {
  const selection = useSelection(ids.map((id) => ({ id })));
  return (
    <>
      {ids.map((id) => (
        <button key={id} type="button" aria-pressed={selection.has(id)} onClick={() => selection.toggle(id)}>
          {id}
        </button>
      ))}
      <ChosenBar name="Bar" words={selection.ids.join()} selection={selection} count={ids.length} noun="rows">
        {null}
      </ChosenBar>
    </>
  );
}

it.each([
  [200, "Select all 200 rows"],
  [201, "Select the first 200 rows"],
])("of %d rows, no more are selected at once than one request may change", async (count, label) => {
  const { person } = renderAt(
    "/admin",
    <Rows ids={Array.from({ length: count }, (_, row) => `row ${row}`)} />,
  );
  await person.click(screen.getByRole("button", { name: label }));
  expect(screen.getAllByRole("button", { pressed: true })).toHaveLength(200);
  expect(screen.queryByRole("button", { name: label })).not.toBeInTheDocument();
});

it("rows are selected one by one, all at once, and not at all", async () => {
  const { person } = renderAt("/admin", <Rows ids={["x", "y", "z"]} />);
  const bar = screen.getByRole("region", { name: "Bar" });
  const press = (name: string) => person.click(screen.getByRole("button", { name }));
  const chosen = () => bar.querySelector("p")?.textContent;
  await press("z");
  await press("x");
  expect(chosen()).toBe("x,z");
  await press("z");
  expect(chosen()).toBe("x");
  expect(screen.getByRole("button", { name: "x" })).toHaveAttribute("aria-pressed", "true");
  await press("Select all 3 rows");
  expect(chosen()).toBe("x,y,z");
  await press("Clear selection");
  expect(chosen()).toBe("");
});

it.each([
  [{ isDirty: false, isSaving: false }, -1, true],
  [{ isDirty: true, isSaving: false }, 0, false],
  [{ isDirty: false, isSaving: true }, 0, true],
])(
  "a row's Save button %j is reached with the keyboard if it has something to do",
  async (state, tabIndex, off) => {
    const save = vi.fn();
    const edit = { save, ...state } as unknown as RowEdit<RowValues>;
    const { person } = renderAt("/admin", <SaveRow edit={edit} what="bow 1" />);
    const button = screen.getByRole("button", { name: "Save bow 1" });
    expect(button.tabIndex).toBe(tabIndex);
    await person.click(button);
    expect(save).toHaveBeenCalledTimes(off ? 0 : 1);
  },
);

it("an entry that can't be deleted stays open and says so", async () => {
  const onDone = vi.fn();
  let fails = true;
  const mutateAsync = vi.fn(async () => {
    if (fails) throw new Error("No");
  });
  const { person } = renderAt(
    "/admin",
    <EntryButtons kind="usual line" remove={{ mutateAsync } as never} onDone={onDone} />,
  );
  await person.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Couldn't delete the usual line")).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  fails = false;
  await person.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Usual line deleted")).toBeVisible();
  expect(onDone).toHaveBeenCalledOnce();
  expect(mutateAsync).toHaveBeenCalledTimes(2);
});

it("a refund that was refused stays in its dialog, and is sent again with the same key", async () => {
  signIn(admin);
  let refused = true;
  const sent = serveWrite("post", "/api/payments/c1/refund", () =>
    refused
      ? HttpResponse.json({ message: "The bank says no." }, { status: 503 })
      : HttpResponse.json({ amountRefunded: "25.00", amountRefunding: "0.00" }),
  );
  const { person } = renderAt(
    "/admin",
    <RefundButton paymentId="c1" what="it" amount="75.00" description="Pat Lee." />,
  );
  await person.click(await screen.findByRole("button", { name: "Refund it" }));
  const amount = await screen.findByLabelText("Amount");
  await person.clear(amount);
  expect(screen.getByRole("button", { name: "Refund" })).toBeVisible();
  await person.type(amount, "$25");
  await person.type(screen.getByLabelText("Reason"), " Late ");
  await person.click(screen.getByRole("button", { name: "Refund $25.00" }));
  expect((await screen.findAllByText("The bank says no."))[0]).toBeVisible();
  refused = false;
  await person.click(await screen.findByRole("button", { name: "Refund $25.00" }));
  expect(await screen.findByText("$25.00 refunded in total.")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { amount: "25.00", reason: "Late" },
    { amount: "25.00", reason: "Late" },
  ]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  // The next refund of the same payment starts anew.
  await person.click(screen.getByRole("button", { name: "Refund it" }));
  expect(await screen.findByLabelText("Amount")).toHaveValue("75.00");
  expect(screen.getByLabelText("Reason")).toHaveValue("");
});

it("a price field passes on Enter and Escape, and nothing else", async () => {
  const [onChange, onEnter, onEscape] = [vi.fn(), vi.fn(), vi.fn()];
  const { person } = renderAt(
    "/admin",
    <MoneyInput value="1" onChange={onChange} onEnter={onEnter} onEscape={onEscape} aria-label="Price" />,
  );
  await person.type(screen.getByRole("textbox"), "2 {Escape}{Enter}{Enter}");
  expect(onChange.mock.calls).toEqual([["12"], ["1 "]]);
  expect([onEnter.mock.calls.length, onEscape.mock.calls.length]).toEqual([2, 1]);
});

/** A row whose panel opens. */
function OpenRow() {
  const { isOpen, toggle } = useOpenRow("q1");
  return (
    <>
      <RowToggle isOpen={isOpen} toggle={toggle} what="bow" panelId="p" />
      {isOpen && (
        <RowPanel panelId="p" toggle={toggle}>
          <button type="button">Inside</button>
          <Field label="Day">
            <DateField value={undefined} onChange={() => {}} />
          </Field>
        </RowPanel>
      )}
    </>
  );
}

it("a row's panel opens with its button, and closes with it or Escape", async () => {
  const { person, router } = renderAt("/admin?tab=x", <OpenRow />);
  await person.click(screen.getByRole("button", { name: "Open bow" }));
  expect(router.state.location.search).toBe("?tab=x&open=q1");
  expect(screen.getByRole("button", { name: "Close bow" })).toHaveAttribute("aria-controls", "p");
  expect(screen.getByRole("button", { name: "Close bow" })).toHaveFocus();
  await person.click(screen.getByLabelText("Day"));
  const calendar = await screen.findByRole("dialog", { name: "Choose a date" });
  await person.keyboard("{Escape}");
  await waitFor(() => expect(calendar).not.toBeInTheDocument());
  expect(router.state.location.search, "Escape closes only the calendar").toBe("?tab=x&open=q1");
  screen.getByRole("button", { name: "Inside" }).focus();
  await person.keyboard("a{Escape}");
  expect(router.state.location.search).toBe("?tab=x");
  await person.click(screen.getByRole("button", { name: "Open bow" }));
  await person.click(screen.getByRole("button", { name: "Close bow" }));
  expect(screen.queryByRole("region", { name: "Details" })).not.toBeInTheDocument();
});

/** A table whose pressed button is replaced by a link. */
function Steps() {
  const [isDone, setDone] = useState(false);
  const rows = useRef<HTMLTableSectionElement>(null);
  useKeptFocus(rows);
  return (
    <table>
      <tbody ref={rows}>
        <tr>
          <td>
            <a href="#first">First</a>
            {isDone ? (
              <button key="next" type="button">
                Next step
              </button>
            ) : (
              <button key="step" type="button" onClick={() => setDone(true)}>
                Step
              </button>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

it("the focus stays in a row whose button is replaced by the next step", async () => {
  const { person } = renderAt("/admin", <Steps />);
  screen.getByRole("button", { name: "Step" }).focus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Next step" })).toHaveFocus());
});

it("the focus stays where it has moved since, although the row's button is replaced", async () => {
  renderAt(
    "/admin",
    <>
      <input aria-label="Search" />
      <Steps />
    </>,
  );
  const step = screen.getByRole("button", { name: "Step" });
  step.focus();
  screen.getByLabelText("Search").focus();
  fireEvent.click(step);
  expect(await screen.findByRole("button", { name: "Next step" })).toBeVisible();
  expect(screen.getByLabelText("Search")).toHaveFocus();
});

/** A button that leads to another one, which can be used two renders later. */
function Leading() {
  const focusSoon = useFocusSoon();
  const [renders, setRenders] = useState(0);
  const render = () => setRenders(renders + 1);
  const lead = () => {
    focusSoon("#next");
    render();
  };
  return (
    <>
      <button type="button" onClick={lead}>
        Lead
      </button>
      <button type="button" onClick={render}>
        Render
      </button>
      <button type="button" id="next" disabled={renders < 2}>
        Next
      </button>
    </>
  );
}

it("the focus moves to an element once that can take it, and only once", async () => {
  const { person } = renderAt("/admin", <Leading />);
  const button = (name: string) => screen.getByRole("button", { name });
  await person.click(button("Lead"));
  expect(button("Lead")).toHaveFocus();
  await person.click(button("Render"));
  expect(button("Next")).toHaveFocus();
  await person.click(button("Render"));
  expect(button("Render")).toHaveFocus();
});

it("a call that couldn't be logged keeps what was typed, and is logged with the same key", async () => {
  let fails = true;
  const { held, release } = hold();
  const sent = serveWrite("post", "/api/quotes/q1/calls", async (body) => {
    await held;
    if (fails) return new HttpResponse(null, { status: 500 });
    return HttpResponse.json({ id: "k1", ...body }, { status: 201 });
  });
  server.use(http.get("/api/quotes/q1", () => new HttpResponse(null, { status: 404 })));
  const onLogged = vi.fn();
  const { person } = renderAt("/admin", <CallForm kind="quotes" id="q1" onLogged={onLogged} />);
  await person.selectOptions(screen.getByLabelText("Outcome"), "wrong_number");
  await person.click(screen.getByRole("radio", { name: "Text" }));
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: " Ask Pat " } });
  await person.dblClick(screen.getByRole("button", { name: "Log call" }));
  release();
  expect(await screen.findByText("Couldn't log the call")).toBeVisible();
  fails = false;
  await person.click(await screen.findByRole("button", { name: "Log call" }));
  expect(await screen.findByText("Call logged")).toBeVisible();
  const body = { outcome: "wrong_number", channel: "text", note: "Ask Pat" };
  expect(sent.map((each) => each.body)).toEqual([body, body]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(onLogged).toHaveBeenCalledOnce();
  expect(screen.getByLabelText(/^Note/)).toHaveValue("");
});

it("a call that reached them plans no other one, even if a day was picked before", async () => {
  const sent = serveWrite("post", "/api/quotes/q1/calls", (body) => HttpResponse.json({ id: "k1", ...body }));
  server.use(http.get("/api/quotes/q1", () => new HttpResponse(null, { status: 404 })));
  const { person } = renderAt("/admin", <CallForm kind="quotes" id="q1" />);
  await person.selectOptions(screen.getByLabelText("Outcome"), "no_answer");
  await pickUpcoming(person, screen.getByLabelText(/^Try again/), "2026-11-27");
  await person.selectOptions(screen.getByLabelText("Outcome"), "reached");
  await person.click(screen.getByRole("button", { name: "Log call" }));
  expect(await screen.findByText("Call logged")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ outcome: "reached", channel: "phone", note: "" }]);
});
