import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { admin, openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const confirming = (name: string) => within(screen.getByRole("alertdialog")).getByRole("button", { name });

const olive = {
  ...{ id: "m5", email: "olive@example.com", name: "Olive Oak", role: "office", hasSecondFactor: true },
  lastSignInAt: "2026-11-19T15:20:00Z",
};
const nora = {
  ...{ id: admin.id, email: "nora@example.com", name: "Nora Field", role: "owner", hasSecondFactor: true },
  lastSignInAt: "2026-11-25T13:05:00Z",
};
const pat = {
  ...{ id: "m2", email: "pat@example.com", name: "pat@example.com", role: "owner", hasSecondFactor: false },
  lastSignInAt: null,
};
const ned = {
  ...{ id: "v4", email: "ned@example.com", role: "office" },
  ...{ createdAt: "2026-11-23T15:00:00Z", expiresAt: "2026-11-30T15:00:00Z" },
};
const bea = {
  ...{ id: "v9", email: "bea@example.com", role: "owner" },
  ...{ createdAt: "2026-11-24T15:00:00Z", expiresAt: "2026-12-01T15:00:00Z" },
};
const team = { staff: [olive, nora, pat], invitations: [ned, bea] };
const event = (id: string, summary: string, actorName: string, createdAt: string) => ({
  ...{ id, kind: "exported", summary, actorName, createdAt },
});
const events = [
  event("e4", "Quotes, everything: 12 rows", "Olive Oak", "2026-11-24T15:45:00Z"),
  event("e7", "Invited ned@example.com (office)", "Nora Field", "2026-11-23T15:00:00Z"),
];
const older = [event("e1", "Deleted 31 requests", "The site", "2026-11-20T08:21:00Z")];
const retention = {
  nextRunAt: "2026-11-26T08:21:00Z",
  rules: [
    {
      ...{ rule: "requests", label: "Quote requests that led to no work", kept: "24 months", count: 1203 },
      oldestAt: "2024-10-01T12:00:00Z",
    },
    { ...{ rule: "codes", label: "Sign-in codes", kept: "7 days", count: 0 }, oldestAt: null },
  ],
};
const confirmed = { confirmedUntil: "2026-11-25T15:04:00Z" };
const page = {
  "GET /api/desk/staff": team,
  "GET /api/auth/confirmation": confirmed,
  "GET /api/desk/security-events": ({ query }: { query: URLSearchParams }) =>
    query.get("cursor")
      ? older
      : HttpResponse.json(events, {
          headers: { Link: '<http://inner/api/desk/security-events?cursor=abc>; rel="next"' },
        }),
  "GET /api/desk/retention": retention,
};

journey("someone is invited, after a refusal, and an invitation withdrawn", async ({ open, serve, step }) => {
  serve({ ...page, "GET /api/desk/staff": refusal(500, "Try later.") });
  await open(() => openDesk("", "/admin/staff"));
  serve({
    "GET /api/desk/staff": team,
    "POST /api/desk/staff/invitations": refusal(400, "Please check the form.", {
      email: ["They are on the staff already."],
    }),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Invite no one", async (person) => {
    await person.click(button("Send invitation"));
    await screen.findByText("Enter an email address");
  });
  await step("Invite Olive as an owner", async (person) => {
    await person.type(screen.getByLabelText("Email"), "olive@example.com");
    await person.selectOptions(screen.getByLabelText("Role"), "owner");
    await person.click(button("Send invitation"));
    await screen.findByText("Sending...");
  });
  const cal = { ...bea, id: "v1", email: "cal@example.com", expiresAt: "2026-12-02T15:00:00Z" };
  serve({
    "POST /api/desk/staff/invitations": HttpResponse.json(cal, { status: 201 }),
    "GET /api/desk/staff": { ...team, invitations: [ned, cal, bea] },
  });
  await step("Invite Cal", async (person) => {
    await person.clear(screen.getByLabelText("Email"));
    await person.type(screen.getByLabelText("Email"), "cal@example.com");
    await person.click(button("Send invitation"));
    await screen.findByText("Sending...");
  });
  serve({ "DELETE /api/desk/staff/invitations/:id": refusal(404, "It has been used.") });
  await step("Withdraw Ned's, which is gone", (person) => person.click(button("Withdraw: ned@example.com")));
  serve({
    "DELETE /api/desk/staff/invitations/:id": null,
    "GET /api/desk/staff": { ...team, invitations: [] },
  });
  await step("Withdraw Bea's", (person) => person.click(button("Withdraw: bea@example.com")));
});

journey("an owner changes roles, a second step and who is on the staff", async ({ open, serve, step }) => {
  serve({
    ...page,
    "PATCH /api/desk/staff/:id": refusal(409, "There must be an owner."),
    "POST /api/desk/staff/:id/remove-second-factor": null,
    "DELETE /api/desk/staff/:id": null,
  });
  await open(() => openDesk("", "/admin/staff"));
  await step("Make Pat office staff", (person) => person.click(button("Make office: pat@example.com")));
  await step("Confirm it", (person) => person.click(confirming("Change role")));
  await step("Make Olive an owner", (person) => person.click(button("Make owner: Olive Oak")));
  const owner = { ...olive, role: "owner" };
  serve({
    "PATCH /api/desk/staff/:id": owner,
    "GET /api/desk/staff": { ...team, staff: [owner, nora, pat] },
  });
  await step("Confirm that", (person) => person.click(confirming("Change role")));
  await step("Ask to remove her second step", (person) =>
    person.click(button("Lost second step: Olive Oak")),
  );
  await step("Change one's mind", (person) => person.keyboard("{Escape}"));
  const without = { ...owner, hasSecondFactor: false };
  serve({ "GET /api/desk/staff": { ...team, staff: [without, nora, pat] } });
  await step("Remove it", async (person) => {
    await person.click(button("Lost second step: Olive Oak"));
    await person.click(confirming("Remove it"));
  });
  serve({ "GET /api/desk/staff": { ...team, staff: [without, nora] } });
  await step("Remove Pat", async (person) => {
    await person.click(button("Remove: pat@example.com"));
    await person.click(confirming("Remove from staff"));
  });
});

journey("the log and kept documents are read before confirming who one is", async ({ open, serve, step }) => {
  serve({
    ...page,
    "GET /api/auth/confirmation": { confirmedUntil: null },
    "GET /api/desk/security-events": refusal(503, "Try later."),
    "GET /api/desk/retained-documents": refusal(500, "Try later."),
  });
  await open(() => openDesk("", "/admin/staff"));
  serve({ "GET /api/desk/security-events": page["GET /api/desk/security-events"] });
  await step("Load the log", (person) => person.click(button("Try again")));
  await step("Show more of it", (person) => person.click(button("Show more")));
  await step("Look up a document, which fails", async (person) => {
    await person.type(screen.getByLabelText("Invoice number"), " INV-2025-00031 ");
    await person.click(button("Look up"));
  });
  serve({ "GET /api/desk/retained-documents": [] });
  await step("Look up another one", async (person) => {
    await person.clear(screen.getByLabelText("Invoice number"));
    await person.type(screen.getByLabelText("Invoice number"), "INV-2025-00013{Enter}");
  });
  const kept = { reference: "INV-2024-00007", dated: "2024-11-30T15:00:00Z" };
  serve({
    "GET /api/desk/retained-documents": [
      { ...kept, id: "d6", deleteAfter: "2031-12-31T15:00:00Z", hasFile: true },
      {
        ...kept,
        id: "d3",
        dated: "2024-10-28T15:00:00Z",
        deleteAfter: "2031-12-30T15:00:00Z",
        hasFile: false,
      },
    ],
  });
  await step("Look up a third one", async (person) => {
    await person.clear(screen.getByLabelText("Invoice number"));
    await person.type(screen.getByLabelText("Invoice number"), "INV-2024-00007{Enter}");
  });
});
