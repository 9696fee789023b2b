import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "~/app/query-client";
import { aPerson } from "~/test/person";
import { server } from "~/test/server";
import { Toaster } from "../toaster";
import { PersonalData } from "./personal-data";

const plan = {
  reasons: [] as string[],
  email: "eleanor@example.com",
  quotes: 1,
  treeOrders: 0,
  invoices: 1,
  keptYears: 7,
};

async function open({ confirmed = true, reasons = plan.reasons, customerKey = null as string | null } = {}) {
  const erased = show({ confirmed, reasons, customerKey });
  const person = aPerson();
  await person.click(screen.getByRole("button", { name: "Download or erase" }));
  return { person, erased };
}

function show({
  confirmed = true,
  reasons = plan.reasons,
  customerKey = null as string | null,
  at = "quotes",
}) {
  server.use(
    http.get("/api/account/erasure", () => HttpResponse.json({ ...plan, reasons })),
    http.get("/api/desk/customers/:key/erasure", () => HttpResponse.json({ ...plan, reasons })),
    http.get("/api/auth/confirmation", () =>
      HttpResponse.json({ confirmedUntil: confirmed ? new Date(Date.now() + 60_000).toISOString() : null }),
    ),
  );
  const erased = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/my-services?tab=${at}`]}>
        <PersonalData customerKey={customerKey} onErased={erased} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return erased;
}

it("takes the focus when someone returns from confirming their identity", async () => {
  show({ at: "quotes&data=1" });
  const link = await screen.findByRole("link", { name: "Download everything (ZIP)" });
  expect(link.closest("[tabindex]")).toHaveFocus();
});

it("asks to confirm the identity first, and returns to the same place", async () => {
  await open({ confirmed: false });
  expect(await screen.findByRole("link", { name: "Confirm it's me" })).toHaveAttribute(
    "href",
    "/accounts/confirm/?next=%2Fmy-services%3Ftab%3Dquotes%26data%3D1",
  );
  expect(screen.queryByRole("link", { name: /Download/ })).not.toBeInTheDocument();
});

it("asks to confirm the identity if it can't load whether that was done", async () => {
  show({ at: "quotes&data=1" });
  server.use(http.get("/api/auth/confirmation", () => new HttpResponse(null, { status: 500 })));
  expect(await screen.findByRole("link", { name: "Confirm it's me" })).toBeVisible();
});

it("asks to confirm the identity again when the confirmation expires", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date", "setTimeout", "clearTimeout"] });
  await open();
  expect(await screen.findByRole("link", { name: /Download/ })).toBeVisible();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByRole("link", { name: "Confirm it's me" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /Download/ })).not.toBeInTheDocument();
});

it("erases the data after the email address is typed", async () => {
  let body: unknown;
  server.use(
    http.post("/api/account/erasure", async ({ request }) => {
      body = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { person, erased } = await open();
  expect(await screen.findByRole("link", { name: /Download everything/ })).toHaveAttribute(
    "href",
    "/api/account/archive",
  );
  await person.click(screen.getByRole("button", { name: "Erase data…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Erase your data?" }));
  expect(dialog.getByText(/^This can't be undone. Your account, .* are kept for 7 years/)).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Keep the data" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Erase data…" }));
  await person.click(screen.getByRole("button", { name: "Erase everything" }));
  expect(await screen.findByText("Type the email address")).toBeVisible();
  await person.type(screen.getByLabelText(/Type eleanor@example.com to confirm/), "eleanor@example.com");
  await person.click(screen.getByRole("button", { name: "Erase everything" }));
  await vi.waitFor(() => expect(erased).toHaveBeenCalledOnce());
  expect(body).toEqual({ email: "eleanor@example.com" });
});

it("shows that it failed to load, and why nothing was erased", async () => {
  const fails = () => new HttpResponse(null, { status: 500 });
  const message = "This is not the email address of the account.";
  const person = aPerson();
  show({ customerKey: "Zw==", at: "quotes&data=1" });
  server.use(
    http.get("/api/desk/customers/:key/erasure", fails, { once: true }),
    http.post("/api/desk/customers/:key/erasure", () => HttpResponse.json({ message }, { status: 409 })),
  );
  expect(await screen.findByText("We couldn't load this")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await person.click(await screen.findByRole("button", { name: "Erase data…" }));
  expect(screen.getByRole("dialog", { name: "Erase this person's data?" })).toHaveTextContent(
    "Their account, ",
  );
  await person.type(screen.getByLabelText(/^Type /), "ada@example.com");
  await person.click(screen.getByRole("button", { name: "Erase everything" }));
  expect(await screen.findByText("Nothing was erased")).toBeVisible();
  expect(screen.getAllByText(message)[0]).toBeVisible();
});

it("lists every reason why it can't be erased", async () => {
  await open({ reasons: ["A storage plan has not ended.", "A dispute about a payment is open."] });
  expect(await screen.findByText("A storage plan has not ended.")).toBeVisible();
  expect(screen.getByText("A dispute about a payment is open.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Erase data…" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: /Download everything/ })).toBeVisible();
});

it("exports any person's data for owners", async () => {
  await open({ customerKey: "Zw==" });
  expect(await screen.findByRole("link", { name: /Download everything/ })).toHaveAttribute(
    "href",
    "/api/desk/customers/Zw%3D%3D/archive",
  );
});
