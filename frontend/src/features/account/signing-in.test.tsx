import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPage } from "~/lib/load-page";
import { hold } from "~/test/held";
import { aQuote } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { openMyServices, openPage, serveLists } from "./test-page";

const unauthorized = () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 });

describe("a visitor at My Services", () => {
  // Timers also advance by themselves, since the mock server uses them.
  beforeEach(
    () => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] }),
  );
  afterEach(() => void vi.useRealTimers());

  it("is asked to log in, and redirected half a second later with this page as return path", async () => {
    openPage("?tab=addresses");
    expect(await screen.findByText("Please Log In")).toBeVisible();
    expect(screen.getByText("You need to be logged in to view your services.")).toBeVisible();

    expect(loadPage).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(500));
    expect(loadPage).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2Fmy-services%3Ftab%3Daddresses");
  });

  it("is not redirected before the page has loaded", async () => {
    const state = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
    openPage();
    await screen.findByText("Please Log In");
    act(() => void vi.advanceTimersByTime(10_000));
    state.mockRestore();
    await act(async () => void window.dispatchEvent(new Event("load")));
    act(() => void vi.advanceTimersByTime(499));
    expect(loadPage).not.toHaveBeenCalled();
    await waitFor(() => expect(loadPage).toHaveBeenCalledOnce());
  });

  it("is not redirected after leaving the page", async () => {
    const { router } = openPage();
    await screen.findByText("Please Log In");
    await act(() => router.navigate("/"));
    act(() => void vi.advanceTimersByTime(500));
    expect(loadPage).not.toHaveBeenCalled();
  });
});

it("shows neither the page nor a toast while the user is loading", () => {
  server.use(http.get("/api/auth/user", () => new Promise<Response>(() => undefined)));
  openPage();
  expect(screen.getByText("Loading My Services")).toBeInTheDocument();
  expect(screen.queryByRole("tab")).not.toBeInTheDocument();
  expect(screen.queryByText("Please Log In")).not.toBeInTheDocument();
});

it("shows an error when the user lookup fails, and can retry", async () => {
  server.use(http.get("/api/auth/user", () => new HttpResponse(null, { status: 503 })));
  const { person } = openPage();
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load My Services");
  expect(screen.queryByText("Please Log In")).not.toBeInTheDocument();

  const { held, release } = hold();
  signIn(customer);
  serveLists({});
  server.use(http.get("/api/auth/user", () => held.then(() => HttpResponse.json(customer))));
  const again = screen.getByRole("button", { name: "Try again" });
  await person.click(again);
  await waitFor(() => expect(again).toHaveAccessibleName("Trying again..."));
  expect(again).toHaveFocus();
  release();
  expect(await screen.findByRole("tab", { name: "Quotes" })).toBeVisible();
});

describe("a session that ended while the page was open", () => {
  const quote = aQuote();

  async function writeAndSend() {
    server.use(http.get(`/api/quotes/${quote.id}/comments`, () => HttpResponse.json([])));
    const page = openMyServices({ quotes: [quote] });
    await page.person.click(await screen.findByRole("button", { name: /^Comments/ }));
    await page.person.type(await screen.findByLabelText("Add a comment"), "After the 24th, please");
    server.use(http.post(`/api/quotes/${quote.id}/comments`, unauthorized));
    await page.person.click(screen.getByRole("button", { name: "Send comment" }));
    return page;
  }

  it("shows a toast with the next action before redirecting to sign-in", async () => {
    await writeAndSend();
    expect(await screen.findByText("Unauthorized")).toBeVisible();
    expect(screen.getByText("You are logged out. Logging in again...")).toBeVisible();
    expect(loadPage).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalledWith("/api/login?returnTo=%2Fmy-services"));
    expect(screen.queryByText("Error")).not.toBeInTheDocument();
  });

  it("redirects again if the sign-in page did not load", async () => {
    const { person } = await writeAndSend();
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalledTimes(1));
    await person.click(screen.getByRole("button", { name: "Send comment" }));
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalledTimes(2));
  });

  it("restores the unsent comment after signing in again", async () => {
    const { unmount } = await writeAndSend();
    await vi.waitFor(() => expect(loadPage).toHaveBeenCalled());
    unmount();

    openMyServices({ quotes: [quote] });
    expect(await screen.findByLabelText("Add a comment")).toHaveValue("After the 24th, please");
  });

  it("is also noticed when another tab is opened", async () => {
    const { person } = openMyServices();
    await person.click(await screen.findByRole("tab", { name: "Services" }));
    // Both requests of the tab fail, which redirects only once.
    for (const path of ["/api/storage-subscriptions", "/api/storage-charges"])
      server.use(http.get(path, unauthorized));
    await person.click(screen.getByRole("tab", { name: "Storage" }));
    expect(await screen.findByText("You are logged out. Logging in again...")).toBeVisible();
    await vi.waitFor(() =>
      expect(loadPage).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2Fmy-services"),
    );
  });
});
