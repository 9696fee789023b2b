import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { easternToday } from "~/lib/eastern";
import { loadPage } from "~/lib/load-page";
import { customer, server, signIn } from "~/test/server";
import { useToast } from "~/ui/toast";
import { aDeskQuote, admin, openDesk, openPage, serveCounts, serveList } from "./test-desk";

describe("access to the desk", () => {
  // Timers also advance by themselves, since the mock server uses them.
  beforeEach(
    () => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] }),
  );
  afterEach(() => void vi.useRealTimers());

  const isRed = () => renderHook(useToast).result.current?.variant === "destructive";

  it.each(["/admin", "/admin/day-sheet"])("%s: a visitor is sent to log in, and comes back", async (path) => {
    openPage("?tab=quotes", path);
    expect(await screen.findByText("Unauthorized")).toBeVisible();
    expect(isRed()).toBe(true);
    expect(screen.queryByRole("tab")).not.toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(500));
    await waitFor(() =>
      expect(loadPage).toHaveBeenCalledExactlyOnceWith(
        `/api/login?returnTo=${encodeURIComponent(`${path}?tab=quotes`)}`,
      ),
    );
  });

  it.each(["/admin", "/admin/day-sheet"])(
    "%s: an administrator without the second sign-in step is sent to it, and comes back",
    async (path) => {
      signIn({ ...admin, secondFactorMissing: true });
      openPage("?tab=quotes", path);
      await waitFor(() =>
        expect(loadPage).toHaveBeenCalledExactlyOnceWith(
          `/accounts/second-step/?next=${encodeURIComponent(`${path}?tab=quotes`)}`,
        ),
      );
      expect(screen.queryByRole("tab")).not.toBeInTheDocument();
      expect(screen.queryByText("Access Denied")).not.toBeInTheDocument();
    },
  );

  it.each(["/admin", "/admin/day-sheet"])(
    "%s: a customer reads why not, and is sent to the home page a second later",
    async (path) => {
      signIn(customer);
      const { router } = openPage("", path);
      expect(await screen.findByText("Access Denied")).toBeVisible();
      expect(isRed()).toBe(true);
      expect(screen.getByText("You don't have permission to access the admin area.")).toBeVisible();
      expect(screen.queryByRole("tab")).not.toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(900));
      expect(screen.queryByText("Front door")).not.toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(200));
      expect(await screen.findByText("Front door")).toBeVisible();
      expect(router.state.historyAction).toBe("REPLACE"); // so that Back doesn't lead to the same message again
      expect(loadPage).not.toHaveBeenCalled();
    },
  );

  it("a customer who leaves before that stays where they went", async () => {
    signIn(customer);
    const { router } = openPage();
    expect(await screen.findByText("Access Denied")).toBeVisible();
    await act(() => router.navigate("/help"));
    await act(() => vi.advanceTimersByTimeAsync(1_200));
    expect(router.state.location.pathname).toBe("/help");
  });
});

it("shows an error when the session lookup fails and can retry", async () => {
  server.use(http.get("/api/auth/user", () => new HttpResponse(null, { status: 503 })));
  const { person } = openPage();
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load the dashboard");
  signIn(admin);
  serveList("/api/desk/queue", []);
  serveCounts({ all: 0, late: 0 });
  server.use(http.get("/api/desk/promise", () => new HttpResponse(null, { status: 500 })));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("tab", { name: "Quote Management" })).toBeVisible();
});

it("the day sheet is today's unless the URL has a day", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("/api/tree-orders/day-sheet", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("day"));
      return delay("infinite");
    }),
  );
  openDesk("?day=tomorrow", "/admin/day-sheet");
  await waitFor(() => expect(asked).toEqual([easternToday()]));
});

describe("the dashboard", () => {
  it("has a title, its tabs in order, and no link to the current page", async () => {
    openDesk("?tab=no-such-tab");
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "System Administrator Full Management Dashboard",
    );
    expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
      "Due now",
      "Quote Management",
      "Job Scheduling",
      "Tree Orders",
      "Invoices",
      "Customers",
      "Subscriptions",
      "Analytics",
    ]);
    expect(screen.getByRole("tab", { name: "Due now" })).toHaveAttribute("aria-selected", "true");
    expect(screen.queryByRole("link", { name: "Admin" })).not.toBeInTheDocument();
  });

  it("keeps the tab and filters in the URL, restores them on Back, and clears filters on a new tab", async () => {
    const asked = serveList("/api/quotes", [aDeskQuote()]);
    serveList("/api/tree-orders", []);
    const { person, router } = openDesk();
    await person.click(await screen.findByRole("tab", { name: "Quote Management" }));
    await person.click(await screen.findByRole("button", { name: "Quoting" }));
    expect(router.state.location.search).toBe("?tab=quotes&status=quoting");
    await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("quoting"));

    await person.click(screen.getByRole("tab", { name: "Tree Orders" }));
    expect(router.state.location.search).toBe("?tab=trees");
    await act(() => router.navigate(-1));
    expect(await screen.findByRole("button", { name: "Quoting" })).toHaveAttribute("aria-pressed", "true");
    await person.click(screen.getByRole("tab", { name: "Tree Orders" }));
    expect(router.state.location.search).toBe("?tab=trees");
    await act(() => router.navigate(-1));
    await act(() => router.navigate(-1));
    expect(await screen.findByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
  });
});
