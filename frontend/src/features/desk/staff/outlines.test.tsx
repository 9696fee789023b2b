import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server, signIn } from "~/test/server";
import { admin, openPage, serveCounts, serveList, stopClock } from "../test-desk";
import { KeptDocuments } from "./kept-documents";
import { Retention } from "./retention";
import { SecurityEvents } from "./security-events";
import { StaffList } from "./staff-list";

beforeEach(() => void stopClock());

const owner = {
  id: admin.id,
  email: "nora@example.com",
  name: "Nora Field",
  role: "owner",
  hasSecondFactor: true,
  lastSignInAt: "2026-11-20T15:00:00Z",
};
const office = { ...owner, id: "o1", email: "olive@example.com", name: "Olive Oak", role: "office" };
const newcomer = {
  ...office,
  id: "o2",
  email: "pat@example.com",
  name: "pat@example.com",
  hasSecondFactor: false,
  lastSignInAt: null,
};
const invitations = [
  {
    id: "v1",
    email: "ned@example.com",
    role: "office",
    createdAt: "2026-11-24T15:00:00Z",
    expiresAt: "2026-12-01T15:00:00Z",
  },
  {
    id: "v2",
    email: "zoe@example.com",
    role: "owner",
    createdAt: "2026-11-24T15:00:00Z",
    expiresAt: "2026-12-02T15:00:00Z",
  },
];

const serveConfirmation = (confirmedUntil: string | null) =>
  server.use(http.get("/api/auth/confirmation", () => HttpResponse.json({ confirmedUntil })));

function serveStaff(body: object = { staff: [owner, office, newcomer], invitations }) {
  server.use(http.get("/api/desk/staff", () => HttpResponse.json(body)));
}

it("the staff are listed with their roles, and owners who have confirmed who they are can change them", async () => {
  serveConfirmation(null);
  server.use(http.get("/api/desk/staff", () => delay("infinite")));
  const loading = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  expect(outline(loading.container)).toMatchSnapshot("loading");
  loading.unmount();
  server.use(http.get("/api/desk/staff", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  await screen.findByText("We couldn't load the staff");
  expect(outline(failed.container)).toMatchSnapshot("failed");
  failed.unmount();
  serveStaff();
  const unconfirmed = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  await screen.findByRole("link", { name: "Confirm it's me" });
  expect(outline(screen.getByRole("group", { name: "Staff" }))).toMatchSnapshot("unconfirmed");
  unconfirmed.unmount();
  serveConfirmation("2026-11-25T15:10:00Z");
  const { person } = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  await screen.findByRole("button", { name: "Send invitation" });
  expect(outline(screen.getByRole("group", { name: "Staff" }))).toMatchSnapshot("confirmed");
  await person.click(screen.getByRole("button", { name: "Send invitation" }));
  await waitFor(() => expect(screen.getByLabelText("Email")).toBeInvalid());
  expect(outline(screen.getByLabelText("Email").closest("form") as HTMLElement)).toMatchSnapshot(
    "invited without an address",
  );
});

it("the invitation is confirmed, with how long it is valid, or its refusal is explained", async () => {
  serveConfirmation("2026-11-25T15:10:00Z");
  serveStaff({ staff: [owner], invitations: [] });
  const { held, release } = hold();
  let refused = true;
  server.use(
    http.post("/api/desk/staff/invitations", async () => {
      await held;
      return refused
        ? HttpResponse.json({ message: "They are on the staff." }, { status: 409 })
        : HttpResponse.json({ ...invitations[1] }, { status: 201 });
    }),
  );
  const { person } = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  const email = await screen.findByLabelText("Email");
  const form = email.closest("form") as HTMLElement;
  await person.type(email, "zoe@example.com");
  await person.selectOptions(screen.getByLabelText("Role"), "owner");
  await person.click(screen.getByRole("button", { name: "Send invitation" }));
  expect(outline(form)).toMatchSnapshot("sending");
  release();
  await screen.findByText("Couldn't send the invitation");
  await waitFor(() => expect(within(form).getByRole("alert")).toHaveFocus());
  expect(outline(form)).toMatchSnapshot("refused");
  refused = false;
  await person.click(screen.getByRole("button", { name: "Send invitation" }));
  await screen.findByText("Invitation sent");
  expect(screen.getByText("zoe@example.com has a week to sign in.")).toBeVisible();
  expect(outline(form)).toMatchSnapshot("sent");
});

it("each change of the staff is explained before it is made", async () => {
  serveConfirmation("2026-11-25T15:10:00Z");
  serveStaff({ staff: [owner, office, { ...newcomer, role: "owner" }], invitations });
  const { person } = renderAt("/admin/staff", <StaffList ownId={admin.id} />);
  const names = [
    "Make owner: Olive Oak",
    "Make office: Nora Field",
    "Lost second step: Olive Oak",
    "Remove: Olive Oak",
  ];
  for (const name of names) {
    await person.click(await screen.findByRole("button", { name }));
    const dialog = await screen.findByRole("alertdialog");
    expect(outline(dialog)).toMatchSnapshot(name);
    await person.click(within(dialog).getByRole("button", { name: "Cancel" }));
  }
});

it("the security log lists who did what", async () => {
  const show = async (then: () => Promise<unknown>) => {
    const { container, unmount } = renderAt("/admin/staff", <SecurityEvents />);
    await then();
    const text = outline(container);
    unmount();
    return text;
  };
  server.use(http.get("/api/desk/security-events", () => delay("infinite")));
  expect(await show(async () => undefined)).toMatchSnapshot("loading");
  server.use(http.get("/api/desk/security-events", () => new HttpResponse(null, { status: 500 })));
  expect(await show(() => screen.findByText("We couldn't load the security log"))).toMatchSnapshot("failed");
  serveList("/api/desk/security-events", []);
  expect(await show(() => screen.findByText("Nothing has happened yet."))).toMatchSnapshot("empty");
  const event = { id: "e1", kind: "exported", summary: "Quotes: 12 rows", actorName: "Olive Oak" };
  server.use(
    http.get("/api/desk/security-events", () =>
      HttpResponse.json([{ ...event, createdAt: "2026-11-20T15:00:00Z" }], {
        headers: { Link: '</api/desk/security-events?cursor=2>; rel="next"' },
      }),
    ),
  );
  expect(await show(() => screen.findByText("Quotes: 12 rows"))).toMatchSnapshot("one");
});

it("what is deleted next is a table", async () => {
  server.use(http.get("/api/desk/retention", () => delay("infinite")));
  const loading = renderAt("/admin/staff", <Retention />);
  expect(outline(loading.container)).toMatchSnapshot("loading");
  loading.unmount();
  const rule = { rule: "requests", label: "Quote requests", kept: "24 months", count: 1234 };
  server.use(
    http.get("/api/desk/retention", () =>
      HttpResponse.json({
        nextRunAt: "2026-11-26T08:21:00Z",
        rules: [
          { ...rule, oldestAt: "2024-10-01T12:00:00Z" },
          { rule: "links", label: "Links", kept: "1 year", count: 0, oldestAt: null },
        ],
      }),
    ),
  );
  const { container } = renderAt("/admin/staff", <Retention />);
  await screen.findByText("Quote requests");
  expect(outline(container)).toMatchSnapshot("loaded");
});

it("kept documents are found by their number", async () => {
  const { held, release } = hold();
  const document = { reference: "INV-7", dated: "2024-12-05", deleteAfter: "2031-12-31" };
  server.use(
    http.get("/api/desk/retained-documents", async ({ request }) => {
      const reference = new URL(request.url).searchParams.get("reference");
      if (reference === "down") return new HttpResponse(null, { status: 500 });
      if (reference !== "INV-7") return HttpResponse.json([]);
      await held;
      return HttpResponse.json([
        { ...document, id: "d1", hasFile: true },
        { ...document, id: "d2", dated: "2023-12-05", deleteAfter: "2030-12-31", hasFile: false },
      ]);
    }),
  );
  const { person, container } = renderAt("/admin/staff", <KeptDocuments />);
  const shown = () => outline(container.firstElementChild as Element);
  const box = screen.getByLabelText("Invoice number");
  await person.click(screen.getByRole("button", { name: "Look up" }));
  expect(shown()).toMatchSnapshot("without a number");
  await person.type(box, "INV-7{Enter}");
  expect(shown()).toMatchSnapshot("looking up");
  release();
  await screen.findByText(/Deleted after Dec 31, 2031/);
  expect(shown()).toMatchSnapshot("found");
  await person.clear(box);
  await person.type(box, "INV-8{Enter}");
  await screen.findByText("No kept document has the number INV-8.");
  expect(shown()).toMatchSnapshot("not found");
  await person.clear(box);
  await person.type(box, "down{Enter}");
  await screen.findByText(/^We couldn't look it up/);
  expect(shown()).toMatchSnapshot("failed");
});

it("the page has its parts in order for owners, and says to office staff that it isn't for them", async () => {
  const { held, release } = hold();
  signIn(admin);
  server.use(
    http.get("/api/auth/user", async () => {
      await held;
      return HttpResponse.json(admin);
    }),
    http.get("/api/*", () => delay("infinite")),
  );
  serveCounts({ all: 0, late: 0 });
  const page = openPage("", "/admin/staff");
  expect(outline(screen.getByRole("main"))).toMatchSnapshot("loading");
  release();
  await screen.findByText("Documents of erased people");
  expect(outline(screen.getByRole("main"))).toMatchSnapshot("for owners");
  page.unmount();
  signIn({ ...admin, role: "office" });
  openPage("", "/admin/staff");
  await screen.findByText("Only owners see this page");
  expect(outline(screen.getByRole("main"))).toMatchSnapshot("for the office");
  await act(async () => undefined);
});
