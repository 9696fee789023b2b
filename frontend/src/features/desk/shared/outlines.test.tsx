import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import type { DeskQuoteDetails, ReceivedPayment } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server, signIn } from "~/test/server";
import { aDeskQuoteInDetail, admin, aLine, serveList, stopClock } from "../test-desk";
import { CallDialog } from "./call-dialog";
import { CallList } from "./calls";
import { ChartTable } from "./chart-table";
import { ChosenBar, Outcome } from "./chosen-rows";
import { ConflictNote } from "./conflict-note";
import { ContactLinks } from "./contact-links";
import { DeskList, type DeskListResult } from "./desk-list";
import { DeskTabHeader } from "./desk-tab-header";
import { type Column, DeskRow, DeskTable } from "./desk-table";
import { EmailText } from "./email-text";
import { DayFilter, FilterChips, FilterSelect, SortSelect } from "./filter-bar";
import { HistoryList } from "./history-list";
import { InvoiceDialog } from "./invoice-dialog";
import { MetricView } from "./metric-view";
import { MoneyInput } from "./money-input";
import { NoRows } from "./no-rows";
import { PaymentList } from "./payment-list";
import { PromiseBadge } from "./promise-badge";
import { AcceptByPhone, EditProposal } from "./proposal-actions";
import { RowPanel, RowToggle } from "./row-panel";
import { SaveRow } from "./save-row";
import { SearchBox } from "./search-box";
import { Section } from "./section";
import { StatusSelect } from "./status-select";
import { TableSkeleton } from "./table-skeleton";
import type { RowEdit, RowValues } from "./use-row-edit";
import { ViewTab } from "./view-tab";
import { PastRow, WasItDone } from "./was-it-done";

beforeEach(() => void stopClock());

const nothing = () => undefined;
const serveError = (path: string) =>
  server.use(http.get(path, () => new HttpResponse(null, { status: 500 })));
const serveNever = (path: string) => server.use(http.get(path, () => delay("infinite")));

/** Render parts one below the other; return the outline of each. */
function outlinesOf(parts: Record<string, React.ReactElement>, path = "/admin") {
  const { container } = renderAt(
    path,
    Object.entries(parts).map(([name, part]) => (
      <div key={name} data-name={name}>
        {part}
      </div>
    )),
  );
  return () =>
    [...container.querySelectorAll<HTMLElement>("[data-name]")]
      .map((part) => `${part.dataset.name}:\n${outline(part)}`)
      .join("\n\n");
}

it("lists of calls, changes and rows say what loads, what failed, and that they are empty", async () => {
  const list = (id: string) => ({
    [`calls ${id}`]: <CallList kind="quotes" id={id} />,
    [`history ${id}`]: <HistoryList kind="quotes" id={id} />,
    [`metric ${id}`]: (
      <MetricView
        query={{ queryKey: [id], queryFn: () => fetch(`/api/quotes/${id}/calls`).then((r) => r.json()) }}
        name="the season"
        height="h-4"
      >
        {() => <p>Loaded</p>}
      </MetricView>
    ),
  });
  for (const part of ["calls", "history"]) {
    serveNever(`/api/quotes/loading/${part}`);
    serveError(`/api/quotes/failed/${part}`);
    serveList(`/api/quotes/empty/${part}`, []);
  }
  const call = { note: "", retryAt: null, authorName: "Nora Field", createdAt: "2026-11-24T20:02:00Z" };
  serveList("/api/quotes/full/calls", [
    { ...call, id: "k1", outcome: "reached", channel: "phone", note: "Likes red" },
    { ...call, id: "k2", outcome: "voicemail", channel: "email", authorName: "Ben Ortiz" },
  ]);
  serveList("/api/quotes/full/history", [
    {
      id: "h3",
      by: "Nora Field",
      at: "2026-11-25T13:00:00Z",
      changes: [
        { field: "status", from: "pending", to: "quoting" },
        { field: "quoteAmount", from: null, to: "1284.50" },
        { field: "let_go_at", from: "2026-11-24T18:30:00Z", to: "" },
      ],
    },
    { id: "h1", by: "", at: "2026-11-24T18:30:00Z", changes: [{ field: "id", from: null, to: "x" }] },
  ]);
  const shown = outlinesOf({ ...list("loading"), ...list("failed"), ...list("empty"), ...list("full") });
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(2));
  await screen.findByText("No calls yet.");
  await screen.findByText("No changes yet.");
  await screen.findByText("Likes red");
  await screen.findByText("Created");
  expect(shown()).toMatchSnapshot();
});

it("a metric says that it failed", async () => {
  serveError("/api/failing");
  const queryFn = () => fetch("/api/failing").then(({ ok }) => (ok ? "fine" : Promise.reject(new Error())));
  const query = { queryKey: ["failing"], queryFn, retry: false };
  const shown = outlinesOf({
    metric: (
      <MetricView query={query} name="the season" height="h-4">
        {() => <p>Loaded</p>}
      </MetricView>
    ),
  });
  await screen.findByText("We couldn't load the season");
  expect(shown()).toMatchSnapshot();
});

it("a metric that can't be refreshed stays, and says so", async () => {
  const { queryClient } = renderAt(
    "/admin",
    <MetricView
      query={{ ...getQuery(["addresses"], "/api/addresses"), retry: false }}
      name="the season"
      height="h-4"
    >
      {() => <p>Loaded</p>}
    </MetricView>,
  );
  serveList("/api/addresses", []);
  await screen.findByText("Loaded");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  serveError("/api/addresses");
  await act(() => queryClient.refetchQueries());
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "We couldn't refresh the season. What you see may be out of date.",
  );
  expect(screen.getByText("Loaded")).toBeVisible();
});

it("a list says what it loads, what failed, and how many rows it shows", () => {
  const list = (changes: Partial<DeskListResult<string>>) =>
    ({
      data: undefined,
      isFetched: true,
      isFetching: false,
      isError: false,
      isPlaceholderData: false,
      hasNextPage: false,
      refetch: nothing,
      ...changes,
    }) as unknown as DeskListResult<string>;
  const parts: [string, Partial<DeskListResult<string>>][] = [
    ["loading", { isFetched: false, isFetching: true }],
    ["failed", { isError: true }],
    ["trying again", { isFetching: true }],
    ["empty", { data: [] }],
    ["one", { data: ["a"] }],
    ["two of more", { data: ["a", "b"], hasNextPage: true }],
    ["more loading", { data: ["a", "b"], hasNextPage: true, isFetchingNextPage: true }],
    ["many", { data: Array.from({ length: 1234 }, () => "") }],
    ["not refreshed", { data: ["a"], isError: true }],
    ["with a failed filter", { data: ["a"], isError: true, isPlaceholderData: true }],
    ["with a new filter", { data: ["a"], isFetched: false, isPlaceholderData: true }],
  ];
  const shown = outlinesOf(
    Object.fromEntries(
      parts.map(([name, changes]) => [
        name,
        <DeskList key={name} list={list(changes)} one="bow" many="bows" empty={<p>No bows</p>}>
          {(rows) => <p>{rows.slice(0, 3).join()}</p>}
        </DeskList>,
      ]),
    ),
  );
  expect(shown()).toMatchSnapshot();
  // No request has failed, so no later check should find these errors.
  cleanup();
});

it("the small parts of the desk's tabs are named and say their state", () => {
  const options = [
    { value: "a", label: "Ann" },
    { value: "b", label: "Bea" },
  ];
  const columns: Column<string>[] = [
    { label: "Name", kind: "lead", sort: "name", cell: (name) => name },
    { label: "Due", sort: "due", cell: () => "today" },
    { label: "Total", align: "right", sort: "total", cell: () => "$5.00" },
    { label: "City", priority: "low", cell: () => "Rye" },
    { label: "Actions", kind: "action", cell: () => <button type="button">Go</button> },
  ];
  const noCity: Column<string>[] = [{ label: "City", cell: () => null }];
  const selection = { ids: [], has: () => false, toggle: nothing, all: nothing, clear: nothing };
  const edit = (changes: object) =>
    ({ isDirty: false, isSaving: false, save: nothing, ...changes }) as never as RowEdit<RowValues>;
  const left = [{ id: "1", what: "INV-1", message: "No email address" }];
  const shown = outlinesOf(
    {
      skeleton: <TableSkeleton label="Loading the bows" />,
      header: (
        <DeskTabHeader title="Bows" aside={<p>Aside</p>}>
          <p>Filters</p>
        </DeskTabHeader>
      ),
      "plain header": <DeskTabHeader title="Bows" headingRef={nothing} />,
      section: (
        <Section title="Bows" text="All of them.">
          <p>Content</p>
        </Section>
      ),
      "plain section": <Section title="Bows">x</Section>,
      chips: <FilterChips label="Status" name="status" options={options} />,
      "chips with their own name for all": (
        <FilterChips label="Kind" name="kind" options={options} all="Both" />
      ),
      select: <FilterSelect label="City" name="city" options={options} all="All cities" />,
      "unset select": <FilterSelect label="Crew" name="crew" options={options} all="All crews" />,
      day: <DayFilter label="From" name="from" />,
      "unset day": <DayFilter label="To" name="to" />,
      sort: <SortSelect options={options} fallback="a" />,
      search: <SearchBox label="Search bows" placeholder="Name or color" />,
      "filtered, without rows": (
        <NoRows tab="bows" filtered>
          Bows appear here.
        </NoRows>
      ),
      "without rows": (
        <NoRows tab="bows" filtered={false}>
          Bows appear here.
        </NoRows>
      ),
      table: (
        <DeskTable name="Bows" columns={columns} ordering="-due" onOrder={nothing}>
          <DeskRow columns={columns} item="Red" details={[<p key="1">Note</p>, null, false]} marked />
          <DeskRow columns={columns} item="Blue" />
        </DeskTable>
      ),
      "table with an empty cell": (
        <DeskTable name="Bows" columns={noCity}>
          <DeskRow columns={noCity} item="Red" />
        </DeskTable>
      ),
      "table in ascending order": (
        <DeskTable name="Bows" columns={columns.slice(0, 2)} ordering="name" onOrder={nothing}>
          {null}
        </DeskTable>
      ),
      "table that can't be sorted": (
        <DeskTable name="Bows" columns={columns.slice(0, 2)}>
          {null}
        </DeskTable>
      ),
      chart: (
        <ChartTable
          title="Bows by week"
          table={{ columns: ["Week", "Bows"], rows: [["Nov 1", "5"]] }}
          visible
        />
      ),
      "hidden chart": (
        <ChartTable title="Bows by day" table={{ columns: ["Day"], rows: [["Nov 2"]] }} visible={false} />
      ),
      chosen: (
        <ChosenBar name="Selected bows" words="2 bows selected" selection={selection} count={5}>
          <button type="button">Send</button>
        </ChosenBar>
      ),
      "all chosen": (
        <ChosenBar name="Selected bows" words="5 bows selected" selection={selection} count={0}>
          <button type="button">Send</button>
        </ChosenBar>
      ),
      outcome: <Outcome name="Result of sending" summary="1 sent, 1 skipped" left={left} onClose={nothing} />,
      "open toggle": <RowToggle isOpen toggle={nothing} what="bow 1" panelId="p" />,
      "closed toggle": <RowToggle isOpen={false} toggle={nothing} what="bow 1" panelId="p" />,
      panel: (
        <RowPanel panelId="p" toggle={nothing}>
          x
        </RowPanel>
      ),
      "nothing to save": <SaveRow edit={edit({})} what="bow 1" />,
      "something to save": <SaveRow edit={edit({ isDirty: true })} what="bow 1" />,
      saving: <SaveRow edit={edit({ isDirty: true, isSaving: true })} what="bow 1" />,
      status: <StatusSelect kind="quote" value="quoting" onChange={nothing} label="Status of bow 1" />,
      "contact by phone": <ContactLinks name="Ann" phone="603-555-0172" email="ann@example.com" />,
      "contact by text": (
        <ContactLinks name="Ann" phone="603-555-0172" email="ann@example.com" preference="sms" />
      ),
      "contact without texts": (
        <ContactLinks name="Ann" phone="603-555-0172" email="ann@example.com" preference="sms" textsOff />
      ),
      "contact by email": (
        <ContactLinks name="Ann" phone="603-555-0172" email="ann@example.com" preference="email" />
      ),
      email: <EmailText address="ann.lee@mail.example.com" />,
      money: <MoneyInput value="12" onChange={nothing} aria-label="Price" />,
      "wrong money": <MoneyInput value="x" onChange={nothing} aria-label="Price" invalid />,
      answered: <PromiseBadge respondBy="2026-11-24T15:00:00Z" answeredAt="2026-11-23T15:00:00Z" />,
      "due soon": <PromiseBadge respondBy="2026-11-25T17:00:00Z" />,
      late: <PromiseBadge respondBy="2026-11-25T12:00:00Z" answeredAt={null} />,
    },
    "/admin?status=b&city=b&from=2026-11-01&q=red&ordering=b",
  );
  expect(shown()).toMatchSnapshot();
});

const OpenBows = () => <p>Open bows</p>;
const AllBows = () => <p>All bows</p>;

it("a tab with views shows the chosen one, or else the first", () => {
  for (const search of ["", "?view=all", "?view=none"]) {
    const { container, unmount } = renderAt(
      `/admin${search}`,
      <ViewTab
        title="Bows"
        views={[
          { value: "", label: "Open", Content: OpenBows },
          { value: "all", label: "All", Content: AllBows },
        ]}
      />,
    );
    expect(outline(container)).toMatchSnapshot(search);
    unmount();
  }
});

it("a conflict says what changed, even before it is known who changed it", async () => {
  const differences = [
    { name: "status", from: "pending", to: "quoting" },
    { name: "notes", from: "a", to: "b" },
  ];
  const note = (id: string) => (
    <ConflictNote
      kind="quotes"
      id={id}
      differences={differences}
      show={(name, value) => ({ label: `The ${name}`, words: `“${value}”` })}
      onTakeTheirs={nothing}
    />
  );
  serveNever("/api/quotes/q1/history");
  serveList("/api/quotes/q2/history", [
    { id: "h1", by: "Ben Ortiz", at: "2026-11-25T13:00:00Z", changes: [] },
  ]);
  serveList("/api/quotes/q3/history", [{ id: "h1", by: "", at: "2026-11-25T13:00:00Z", changes: [] }]);
  const shown = outlinesOf({ loading: note("q1"), known: note("q2"), unknown: note("q3") });
  await screen.findByText(/^Ben Ortiz/);
  expect(shown()).toMatchSnapshot();
});

const paid: ReceivedPayment = {
  id: "p1",
  cardPaymentId: null,
  refundable: "0.00",
  amount: "200.00",
  amountRefunded: "0.00",
  method: "check",
  note: "",
  disputed: false,
  disputeLost: false,
  recordedBy: "Nora Field",
  takenBackAt: null,
  takenBackBy: "",
  takenBackNote: "",
  amountOwed: "0.00",
  amountKept: "0.00",
  keptAt: null,
  keptBy: "",
  keptReason: "",
  createdAt: "2026-11-19T14:02:00Z",
};
const byCard: ReceivedPayment = {
  ...paid,
  id: "p2",
  method: "card",
  cardPaymentId: "c1",
  recordedBy: "",
  amount: "300.00",
  refundable: "260.00",
  amountRefunded: "40.00",
};

it("payments say how they were paid, what became of them, and who decided", async () => {
  signIn(admin);
  const payments: ReceivedPayment[] = [
    { ...paid, note: "Check 104" },
    {
      ...paid,
      id: "p3",
      method: "cash",
      takenBackAt: "2026-11-20T14:02:00Z",
      takenBackBy: "Ben Ortiz",
      takenBackNote: "Typed twice",
    },
    byCard,
    { ...byCard, id: "p4", amountOwed: "75.00" },
    { ...byCard, id: "p5", disputed: true },
    { ...byCard, id: "p5b", disputed: true, disputeLost: true },
    { ...byCard, id: "p6", refundable: "0.00", amountRefunded: "300.00" },
    {
      ...byCard,
      id: "p7",
      amountKept: "55.00",
      keptAt: "2026-11-21T14:02:00Z",
      keptBy: "Nora Field",
      keptReason: "Canceled late",
    },
  ];
  const list = (rows: ReceivedPayment[]) => (
    <PaymentList payments={rows} document="INV-7" customerName="Pat Lee" takeBack={vi.fn()} />
  );
  const { person, container, unmount } = renderAt("/admin", list(payments));
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Refund/ })).toHaveLength(3));
  expect(outline(container)).toMatchSnapshot("for owners");
  await person.click(screen.getAllByRole("button", { name: /^Refund/ })[1] as HTMLElement);
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot("the amount owed is refunded");
  await person.keyboard("{Escape}");
  await person.click(screen.getByRole("button", { name: /^Reverse payment/ }));
  const dialog = await screen.findByRole("dialog", { name: "Reverse this payment?" });
  await person.click(within(dialog).getByRole("button", { name: "Reverse payment" }));
  await waitFor(() => expect(within(dialog).getByLabelText("Reason")).toBeInvalid());
  expect(outline(dialog)).toMatchSnapshot("reversed without a reason");
  unmount();
  signIn({ ...admin, role: "office" });
  const office = renderAt("/admin", list([byCard]));
  await act(async () => undefined);
  expect(outline(office.container)).toMatchSnapshot("for the office");
  office.unmount();
  expect(outline(renderAt("/admin", list([])).container)).toMatchSnapshot("none");
});

it("a proposal can be edited and accepted by phone while it is open", () => {
  const priced = aDeskQuoteInDetail({ status: "reviewed", quoteAmount: "900.00" });
  const actions = (changes: Partial<DeskQuoteDetails>) => {
    const quote = { ...priced, ...changes };
    return (
      <>
        <AcceptByPhone quote={quote} />
        <EditProposal quote={quote} />
      </>
    );
  };
  const statuses = [
    "pending",
    "quoting",
    "reviewed",
    "approved",
    "service_scheduled",
    "complete",
    "rejected",
  ] as const;
  const shown = outlinesOf({
    ...Object.fromEntries(statuses.map((status) => [status, actions({ status, hasLines: true })])),
    "without lines": actions({}),
    "without a price": actions({ quoteAmount: null }),
    expired: actions({ expired: true }),
  });
  expect(shown()).toMatchSnapshot();
});

it("the dialog for an acceptance by phone has the choices, and needs a name", async () => {
  const lines = [
    aLine({ text: "Wreaths", amount: "190.00" }),
    aLine({
      text: "Small",
      choice: "Size",
      suggested: true,
      amount: "100.00",
      quantity: "1.00",
      unitPrice: "100.000",
    }),
    aLine({ text: "Big", choice: "Size", amount: "200.00", quantity: "1.00", unitPrice: "200.000" }),
    aLine({ text: "Timer", optional: true, amount: "45.00", quantity: "1.00", unitPrice: "45.000" }),
  ];
  const quote = aDeskQuoteInDetail({ status: "reviewed", quoteAmount: "290.00", hasLines: true, lines });
  const { person } = renderAt("/admin", <AcceptByPhone quote={quote} />);
  await person.click(screen.getByRole("button", { name: "Accepted by phone" }));
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot("at first");
  await person.click(within(dialog).getByRole("radio", { name: /Big/ }));
  await person.click(within(dialog).getByRole("checkbox", { name: /Timer/ }));
  const name = within(dialog).getByLabelText("Name of the person who accepted");
  await person.clear(name);
  await person.click(within(dialog).getByRole("button", { name: /^Accept/ }));
  await waitFor(() => expect(name).toBeInvalid());
  expect(outline(dialog)).toMatchSnapshot("with other choices, without a name");
});

it("the dialog for a call names no phone number if there is none", () => {
  renderAt("/admin", <CallDialog kind="quotes" id="q1" name="Ann" phone={null} onClose={nothing} />);
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot();
});

it.each([
  [
    "accepted, and partly billed",
    { accepted: "900.00", billed: "225.00", unbilled: "675.00", stateCheck: "" },
  ],
  ["accepted, and billed", { accepted: "900.00", billed: "900.00", unbilled: "0.00", stateCheck: "" }],
  ["not accepted", { accepted: null, billed: "0.00", unbilled: "0.00", stateCheck: "unknown" }],
  ["outside the state", { accepted: "900.00", billed: "0.00", unbilled: "900.00", stateCheck: "outside" }],
  ["unknown", null],
])("an invoice for a quote that is %s starts with the amount that isn't billed", async (_, billed) => {
  serveNever("/api/quotes/:id/billed");
  const quote = aDeskQuoteInDetail({ quoteAmount: "950.00", city: "Dover" });
  const dialog = <InvoiceDialog quote={quote} onClose={nothing} />;
  const loading = renderAt("/admin", dialog);
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("loading");
  loading.unmount();
  server.use(
    http.get("/api/quotes/:id/billed", () =>
      billed ? HttpResponse.json({ ...billed, depositPercent: 25 }) : new HttpResponse(null, { status: 500 }),
    ),
  );
  const { person } = renderAt("/admin", dialog);
  const amount = await screen.findByLabelText("Amount in dollars");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("loaded");
  await person.clear(amount);
  await person.type(amount, "700.005");
  await person.click(screen.getByRole("button", { name: "Draft invoice" }));
  await waitFor(() => expect(amount).toBeInvalid());
  await person.clear(amount);
  await person.type(amount, "900.01");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("with another amount");
});

const pastQuery = listQuery(["past"], "/api/desk/customers", {});

function Past({ isPending = false }) {
  return (
    <WasItDone query={pastQuery as never} isOpen={({ id }: { id: string }) => id !== "gone"} many="visits">
      {({ id }) => (
        <PastRow
          key={id}
          when="Sat, Nov 21"
          name="Pat Lee"
          detail="Installation, Dover"
          what={`job ${id}, Pat Lee`}
          onDone={nothing}
          onMove={nothing}
          onCancel={nothing}
          isPending={isPending}
          question="Cancel this visit?"
          warning="Pat gets an email."
          keep="Keep it"
          confirm="Cancel the visit"
        />
      )}
    </WasItDone>
  );
}

it("rows whose day has passed have a button for each outcome", async () => {
  const show = async (rows: object[] | null, isPending = false) => {
    if (rows) serveList("/api/desk/customers", rows);
    else serveError("/api/desk/customers");
    const page = renderAt("/admin", <Past isPending={isPending} />);
    await act(async () => undefined);
    return page;
  };
  const some = await show([{ id: "j1" }, { id: "gone" }]);
  await screen.findByText("Was it done?");
  expect(outline(some.container)).toMatchSnapshot("one");
  await some.person.click(screen.getByRole("button", { name: /^Cancel…/ }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("canceling");
  some.unmount();
  const pending = await show([{ id: "j1" }], true);
  await screen.findByText("Was it done?");
  expect(outline(pending.container)).toMatchSnapshot("pending");
  pending.unmount();
  const failed = await show(null);
  await screen.findByText("We couldn't check for past visits.");
  expect(outline(failed.container)).toMatchSnapshot("failed");
});
