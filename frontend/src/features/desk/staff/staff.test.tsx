import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server, signIn } from "~/test/server";
import { admin, hours, openPage, serveCounts, serveList, serveWrite } from "../test-desk";

const olive = {
  id: "0198a000-0000-7000-8000-0000000000b1",
  email: "olive@example.com",
  name: "Olive Oak",
  role: "office",
  hasSecondFactor: true,
  lastSignInAt: "2026-11-20T15:00:00Z",
};
const nora = { ...olive, id: admin.id, email: admin.email, name: "Nora Field", role: "owner" };
/** Someone on the staff who has never signed in. */
const pat = {
  ...olive,
  id: "0198a000-0000-7000-8000-0000000000d1",
  email: "pat@example.com",
  name: "Pat Nolan",
  role: "owner",
  hasSecondFactor: false,
  lastSignInAt: null,
};
const newcomer = {
  id: "0198a000-0000-7000-8000-0000000000c1",
  email: "ned@example.com",
  role: "office",
  createdAt: hours(-1),
  expiresAt: hours(24),
};

function openStaff({
  confirmed = true,
  role = "owner" as "owner" | "office",
  staff = [nora, olive, pat],
} = {}) {
  signIn({ ...admin, role });
  serveList("/api/desk/queue", []);
  serveCounts({ all: 0, late: 0 });
  serveList("/api/desk/security-events", [
    {
      id: "e1",
      kind: "exported",
      summary: "Quotes, everything: 12 rows",
      actorName: "Olive Oak",
      createdAt: "2026-11-20T15:00:00Z",
    },
  ]);
  server.use(
    http.get("/api/desk/staff", () => HttpResponse.json({ staff, invitations: [newcomer] })),
    http.get("/api/auth/confirmation", () =>
      HttpResponse.json({ confirmedUntil: confirmed ? hours(0.05) : null }),
    ),
    http.get("/api/desk/retention", () =>
      HttpResponse.json({
        nextRunAt: "2026-11-24T08:21:00Z",
        rules: [
          {
            rule: "requests",
            label: "Quote requests that led to no work",
            kept: "24 months",
            count: 3,
            oldestAt: "2024-10-01T12:00:00Z",
          },
        ],
      }),
    ),
  );
  return openPage("", "/admin/staff");
}

describe("staff and privacy", () => {
  it("shows who is on the staff, the log, and what is deleted next", async () => {
    openStaff();
    expect(await screen.findByText("Olive Oak")).toBeVisible();
    for (const name of ["Olive Oak", "Nora Field"]) {
      expect(screen.getByRole("button", { name: `Remove: ${name}` })).toBeVisible();
    }
    expect(screen.getByText("Nora Field").closest("p")).toHaveTextContent("Nora Field (you) · Owner");
    expect(screen.getByText(/ned@example.com · Office, invitation expires/)).toBeVisible();
    expect(screen.getByText("Pat Nolan").closest("li")).toHaveTextContent(
      "No second sign-in step yetNever signed in",
    );
    expect((await screen.findByText("Quotes, everything: 12 rows")).nextSibling).toHaveTextContent(
      "Olive Oak, Nov 20, 2026, 10:00 AM",
    );
    expect(await screen.findByText("On Nov 24, 2026, 3:21 AM Eastern, and every night.")).toBeVisible();
    const rule = await screen.findByRole("row", { name: /Quote requests that led to no work/ });
    const cells = within(rule).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["24 months", "Oct 1, 2024", "3"]);
  });

  it("asks owners to confirm their identity before they can change anything", async () => {
    openStaff({ confirmed: false });
    const confirm = await screen.findByRole("link", { name: "Confirm it's me" });
    expect(confirm).toHaveAttribute("href", "/accounts/confirm/?next=%2Fadmin%2Fstaff");
    expect(screen.queryByRole("button", { name: /Remove/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Send invitation" })).not.toBeInTheDocument();
  });

  it("tells owners what happens to themselves, in words about them", async () => {
    const { person } = openStaff();
    await person.click(await screen.findByRole("button", { name: "Make office: Nora Field" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Make yourself office staff?" });
    expect(dialog).toHaveAccessibleDescription("You'll be signed out everywhere and notified by email.");
    await person.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await person.click(screen.getByRole("button", { name: "Remove: Nora Field" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Remove yourself from the staff?" }),
    ).toHaveAccessibleDescription(
      "You'll be signed out everywhere. Your account stays as a customer account.",
    );
  });

  it("invites someone", async () => {
    const sent = serveWrite("post", "/api/desk/staff/invitations", (body) =>
      HttpResponse.json({ ...newcomer, ...body }, { status: 201 }),
    );
    const { person } = openStaff();
    await person.type(await screen.findByLabelText("Email"), "zoe@example.com");
    await person.selectOptions(screen.getByLabelText("Role"), "owner");
    await person.click(screen.getByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText("Invitation sent")).toBeVisible();
    expect(sent[0]?.body).toEqual({ email: "zoe@example.com", role: "owner" });
  });

  it("keeps an unsent invitation for a reload, but not a sent one", async () => {
    serveWrite("post", "/api/desk/staff/invitations", (body) =>
      HttpResponse.json({ ...newcomer, ...body }, { status: 201 }),
    );
    const first = openStaff();
    await first.person.type(await screen.findByLabelText("Email"), "zoe@example.com");
    await first.person.selectOptions(screen.getByLabelText("Role"), "owner");
    first.unmount();
    const { person } = openStaff();
    expect(await screen.findByLabelText("Email")).toHaveValue("zoe@example.com");
    expect(screen.getByLabelText("Role")).toHaveValue("owner");
    await person.click(screen.getByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText("zoe@example.com has a week to sign in.")).toBeVisible();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("withdraws an invitation", async () => {
    const { person } = openStaff();
    server.use(
      http.delete("/api/desk/staff/invitations/:id", () => new HttpResponse(null, { status: 500 }), {
        once: true,
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Withdraw: ned@example.com" }));
    expect(await screen.findByText("Couldn't withdraw the invitation")).toBeVisible();
    const withdrawn: unknown[] = [];
    server.use(
      http.delete("/api/desk/staff/invitations/:id", ({ params }) => {
        withdrawn.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
      http.get("/api/desk/staff", () => HttpResponse.json({ staff: [nora], invitations: [] })),
    );
    await person.click(screen.getByRole("button", { name: "Withdraw: ned@example.com" }));
    expect(await screen.findByText("Invitation withdrawn")).toBeVisible();
    expect(withdrawn).toEqual([newcomer.id]);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Invitations" })).not.toBeInTheDocument());
  });

  it("makes someone an owner, and removes someone from the staff, after asking", async () => {
    const removed: unknown[] = [];
    const changed = serveWrite("patch", `/api/desk/staff/${olive.id}`, (body) =>
      HttpResponse.json({ ...olive, ...body }),
    );
    server.use(
      http.delete("/api/desk/staff/:id", ({ params }) => {
        removed.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { person } = openStaff();
    await person.click(await screen.findByRole("button", { name: "Make owner: Olive Oak" }));
    await screen.findByRole("alertdialog", { name: "Make Olive Oak an owner?" });
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect(changed).toEqual([]);
    await person.click(await screen.findByRole("button", { name: "Make owner: Olive Oak" }));
    await person.click(await screen.findByRole("button", { name: "Change role" }));
    expect(await screen.findByText("Olive Oak is now an owner")).toBeVisible();
    expect(changed.map(({ body }) => body)).toEqual([{ role: "owner" }]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await person.click(screen.getByRole("button", { name: "Remove: Olive Oak" }));
    await screen.findByRole("alertdialog", { name: "Remove Olive Oak from the staff?" });
    await person.click(screen.getByRole("button", { name: "Remove from staff" }));
    expect(await screen.findByText("Olive Oak is no longer on the staff")).toBeVisible();
    expect(removed).toEqual([olive.id]);
  });

  it("finds an erased person's document by its full number", async () => {
    const document = {
      id: "d1",
      reference: "INV-2024-00007",
      dated: "2024-12-05",
      deleteAfter: "2031-12-31",
      hasFile: true,
    };
    const older = { ...document, id: "d0", dated: "2023-12-05", deleteAfter: "2030-12-31", hasFile: false };
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/desk/retained-documents", ({ request }) => {
        const reference = new URL(request.url).searchParams.get("reference");
        asked.push(reference);
        if (reference === "down") return new HttpResponse(null, { status: 500 });
        return HttpResponse.json(reference === document.reference ? [document, older] : []);
      }),
    );
    const { person } = openStaff();
    const find = async (text: string) => {
      const box = await screen.findByLabelText("Invoice number");
      await person.clear(box);
      await person.type(box, `${text}{Enter}`);
    };
    await find(" INV-2024-00007 ");
    expect(await screen.findByText(/Deleted after Dec 31, 2031\./)).toHaveTextContent(
      "INV-2024-00007, Dec 5, 2024.",
    );
    expect(screen.getByRole("link", { name: "Download PDF" })).toHaveAttribute(
      "href",
      "/api/desk/retained-documents/d1/pdf",
    );
    await find("INV-1");
    expect(await screen.findByText("No kept document has the number INV-1.")).toBeVisible();
    await find("down");
    expect(await screen.findByText("We couldn't look it up.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(asked).toEqual(["INV-2024-00007", "INV-1", "down", "down"]));
  });

  it("says why a role could not be changed", async () => {
    serveWrite("patch", "/api/desk/staff/:id", () =>
      HttpResponse.json(
        { message: "This is the last owner. Make someone else an owner first." },
        { status: 409 },
      ),
    );
    const { person } = openStaff();
    await person.click(await screen.findByRole("button", { name: "Make office: Nora Field" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Make yourself office staff?" });
    await person.click(within(dialog).getByRole("button", { name: "Change role" }));
    expect(await screen.findByText(/This is the last owner/)).toBeVisible();
    expect(await screen.findByText("Nothing was changed")).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it("offers the only owner no change of themselves", async () => {
    openStaff({ staff: [nora, olive] });
    expect(await screen.findByRole("button", { name: "Remove: Olive Oak" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /: Nora Field$/ })).not.toBeInTheDocument();
    expect(screen.getByText("To give up this role, make someone else an owner first.")).toBeVisible();
  });

  it("removes the lost second step of others only, if they have one", async () => {
    let sent = 0;
    server.use(
      http.post(`/api/desk/staff/${olive.id}/remove-second-factor`, () => {
        sent += 1;
        return HttpResponse.json({ ...olive, hasSecondFactor: false });
      }),
    );
    const { person } = openStaff();
    const lost = await screen.findByRole("button", { name: "Lost second step: Olive Oak" });
    for (const name of ["Nora Field", "Pat Nolan"])
      expect(screen.queryByRole("button", { name: `Lost second step: ${name}` })).not.toBeInTheDocument();
    await person.click(lost);
    await person.click(await screen.findByRole("button", { name: "Remove it" }));
    await waitFor(() => expect(sent).toBe(1));
  });

  it("tells office staff that only owners see it", async () => {
    openStaff({ role: "office" });
    expect(await screen.findByText("Only owners see this page")).toBeVisible();
    expect(screen.queryByText("Olive Oak")).not.toBeInTheDocument();
  });
});
