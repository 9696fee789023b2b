import { screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { anInvoice } from "~/test/rows";
import { server, signIn } from "~/test/server";
import { aDeskQuoteInDetail, admin, openPage } from "./test-desk";

const quote = aDeskQuoteInDetail();
const business = { name: "Lights", cities: ["Dover"], updatedAt: null, updatedBy: null };
const text = { page: "faq", number: 1, markdown: "", updatedAt: null, updatedBy: null, placeholders: [] };

it.each<[page: string, request: string, title: string, then?: unknown]>([
  ["/admin/business", "/api/desk/business/versions", "We couldn't load the changes"],
  ["/admin/business?view=faq", "/api/desk/texts/faq/versions", "We couldn't load the versions"],
  ["/admin/business", "/api/auth/user", "We couldn't load your account", admin],
  ["/admin/day-sheet", "/api/auth/user", "We couldn't load the day sheet", admin],
  ["/admin/staff", "/api/desk/security-events", "We couldn't load the security log"],
  ["/admin?tab=jobs&view=week", "/api/jobs", "We couldn't load the calendar"],
  [`/admin?tab=quotes&proposal=${quote.id}`, "/api/quotes/:id", "We couldn't load this quote", quote],
  ["/admin?tab=invoices&open=i1", "/api/invoices/i1/payments", "We couldn't load the payments."],
])("%s says that %s failed, and loads it again", async (page, request, title, then = []) => {
  signIn(admin);
  let fails = true;
  server.use(
    http.get(request, () =>
      fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(then as object),
    ),
    http.get("/api/auth/user", () => HttpResponse.json(admin)),
    http.get("/api/auth/confirmation", () => HttpResponse.json({ confirmedUntil: null })),
    http.get("/api/desk/queue/counts", () =>
      HttpResponse.json({ all: 0, late: 0, kinds: {}, unbilled: 0, drafts: 0, unscheduled: 0 }),
    ),
    http.get("/api/desk/business", () => HttpResponse.json(business)),
    http.get("/api/desk/texts/faq", () => HttpResponse.json(text)),
    http.get("/api/desk/staff", () => HttpResponse.json({ staff: [], invitations: [] })),
    http.get("/api/desk/retention", () => HttpResponse.json({ nextRunAt: null, rules: [] })),
    http.get("/api/invoices", () => HttpResponse.json([anInvoice()])),
    http.get("/api/*", () => delay("infinite")),
  );
  const [path, search = ""] = page.split("?");
  const { person } = openPage(search && `?${search}`, path);
  expect((await screen.findAllByText(title))[0]).toBeVisible();
  fails = false;
  for (const button of screen.getAllByRole("button", { name: "Try again" })) await person.click(button);
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
});
