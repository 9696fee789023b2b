import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { api } from "~/api/client";
import { readDraft, writeDraft } from "~/lib/drafts";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { Header } from "./header";
import { useFocusRecovery } from "./use-focus-recovery";

function KeptPlace() {
  useFocusRecovery();
  return <Header />;
}

/** The header's links, except those in the closed phone menu. */
function mainNav() {
  return within(screen.getAllByRole("navigation", { name: "Main", hidden: true })[0] as HTMLElement);
}

describe("for a visitor", () => {
  it("links to the sections, the trees and the phone", async () => {
    renderAt("/christmas-trees", <Header />);
    expect(await screen.findByRole("link", { name: "(603) 555-0148" })).toHaveAttribute(
      "href",
      "tel:+16035550148",
    );
    expect(screen.getByRole("link", { name: "Seacoast Holiday Lights, home" })).toHaveAttribute("href", "/");
    expect(mainNav().getByText("Services")).toHaveAttribute("href", "/#services");
    expect(mainNav().getByText("Get Holiday Lights Quote")).toHaveAttribute("href", "/#quote");
    expect(mainNav().getByText("Christmas Tree Delivery")).toHaveAttribute("href", "/christmas-trees");
  });

  it.each(["/Christmas-Trees", "/christmas-trees/"])("marks the current page for %s", (typed) => {
    renderAt(typed, <Header />);
    expect(mainNav().getByText("Christmas Tree Delivery")).toHaveAttribute("aria-current", "page");
  });

  it("opens sign-in with Login and sign-up with Get Started, which return to this page", () => {
    renderAt("/quote", <Header />);
    const hrefOf = (name: string) => screen.getAllByText(name)[0]?.closest("a")?.getAttribute("href");
    expect(hrefOf("Login")).toBe("/api/login?returnTo=%2Fquote");
    expect(hrefOf("Get Started")).toBe("/api/login?returnTo=%2Fquote&screen=signup");
    expect(screen.queryByText("My Services")).not.toBeInTheDocument();
    expect(screen.queryByText("Logout")).not.toBeInTheDocument();
  });

  it("sends no request on a first visit", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=; max-age=0";
    const fetching = vi.spyOn(globalThis, "fetch");
    renderAt("/", <Header />);
    await screen.findAllByText("Login");
    expect(fetching).not.toHaveBeenCalled();
  });

  it("looks up the user once, until signing in changes the token", async () => {
    const fetching = vi.spyOn(globalThis, "fetch");
    const first = renderAt("/", <Header />);
    await waitFor(() => expect(localStorage).toHaveLength(1));
    first.unmount();
    const second = renderAt("/", <Header />);
    await second.findAllByText("Login");
    second.unmount();
    expect(fetching).toHaveBeenCalledTimes(1);

    signIn(customer);
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=of-the-new-session";
    renderAt("/", <Header />);
    expect((await screen.findAllByText("My Services")).length).toBeGreaterThan(0);
  });

  it("does not look up the user after a guest's first request sets the token", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = "csrftoken=; max-age=0";
    server.use(
      http.post("/api/client-errors", () => {
        // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
        document.cookie = "csrftoken=of-a-guest";
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await api.post("/api/client-errors", { body: { message: "It broke", path: "/" } });
    const fetching = vi.spyOn(globalThis, "fetch");
    renderAt("/", <Header />);
    await screen.findAllByText("Login");
    expect(fetching).not.toHaveBeenCalled();
  });

  it("shows the visitor's header when the user lookup fails", async () => {
    server.use(http.get("/api/auth/user", () => HttpResponse.error()));
    renderAt("/", <Header />);
    expect((await screen.findAllByText("Login")).length).toBeGreaterThan(0);
  });
});

describe("for a signed-in user", () => {
  it("shows the first name, My Services and Logout, and no Admin button to a customer", async () => {
    signIn(customer);
    renderAt("/", <Header />);
    expect((await screen.findAllByText("Eleanor")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("EH").length).toBeGreaterThan(0);
    expect(mainNav().getByText("My Services")).toHaveAttribute("href", "/my-services");
    expect(screen.getAllByText("Logout")[0]?.closest("a")).toHaveAttribute("href", "/api/logout");
    expect(screen.queryByText("Admin")).not.toBeInTheDocument();
    expect(screen.queryByText("Get Started")).not.toBeInTheDocument();
  });

  it("keeps the focus in the account group when the user has loaded", async () => {
    signIn(customer);
    const { held, release } = hold();
    server.use(
      http.get("/api/auth/user", async () => {
        await held;
        return HttpResponse.json(customer);
      }),
    );
    renderAt("/", <KeptPlace />);
    const login = screen.getAllByRole("link", { name: "Login" })[0] as HTMLElement;
    act(() => login.focus());
    release();
    await screen.findAllByText("Logout");
    await waitFor(() => expect(screen.getAllByRole("group", { name: "Account" })[0]).toHaveFocus());
  });

  it("clears all drafts at logout", async () => {
    signIn(customer);
    const { person } = renderAt("/", <Header />);
    await screen.findAllByText("Eleanor");
    writeDraft("quote", { fullName: "Eleanor Hayes" });
    const logout = screen.getAllByRole("link", { name: "Logout" })[0] as HTMLElement;
    logout.addEventListener("click", (event) => event.preventDefault());
    await person.click(logout);
    expect(readDraft("quote")).toBeNull();
  });

  it("shows the email address if there is no first name", async () => {
    signIn({ ...customer, firstName: "", lastName: "" });
    renderAt("/", <Header />);
    expect((await screen.findAllByText("eleanor@example.com")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("E").length).toBeGreaterThan(0);
  });

  it("shows the profile picture if there is one", async () => {
    signIn({ ...customer, profileImageUrl: "/media/eleanor.jpg" });
    const { container } = renderAt("/", <Header />);
    await screen.findAllByText("Eleanor");
    expect(container.querySelector("img")).toHaveAttribute("src", "/media/eleanor.jpg");
  });

  it("shows Admin to administrators", async () => {
    signIn({ ...customer, isAdmin: true });
    renderAt("/", <Header />);
    expect((await screen.findAllByText("Admin"))[0]?.closest("a")).toHaveAttribute("href", "/admin");
  });

  it.each(["/admin", "/Admin/", "/admin/day-sheet"])(
    "shows no way to the desk on the desk: %s",
    async (path) => {
      signIn({ ...customer, isAdmin: true });
      renderAt(path, <Header />);
      await screen.findAllByText("Eleanor");
      expect(screen.queryByText("Admin")).not.toBeInTheDocument();
    },
  );
});

describe("the phone menu", () => {
  it("opens, closes with its button or Escape, and returns the focus", async () => {
    const { person } = renderAt("/", <Header />);
    const button = screen.getByRole("button", { name: "Open menu" });
    expect(button).toHaveAttribute("aria-expanded", "false");

    await person.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(button).toHaveAccessibleName("Close menu");
    await person.click(button);
    expect(button).toHaveAttribute("aria-expanded", "false");

    await person.click(button);
    await person.tab();
    await person.keyboard("{Escape}");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(button).toHaveFocus();

    await person.tab(); // Escape is left to the rest of the page while the menu is closed
    await person.keyboard("{Escape}");
    expect(button).not.toHaveFocus();
  });
});

it("scrolls to a section of this page", async () => {
  const { person } = renderAt(
    "/",
    <>
      <Header />
      <section id="services">Our Holiday Services</section>
    </>,
  );
  await person.click(mainNav().getByText("Services"));
  const section = screen.getByText("Our Holiday Services");
  expect(section.scrollIntoView).toHaveBeenCalledWith({ behavior: "smooth" });
  expect(section).toHaveFocus();
});

it.each([{ metaKey: true }, { ctrlKey: true }])(
  "lets the browser open a section in a new tab: %o",
  (keys) => {
    renderAt(
      "/",
      <>
        <Header />
        <section id="services">Our Holiday Services</section>
      </>,
    );
    // The browser opens the tab unless the click's default action is prevented.
    expect(fireEvent.click(mainNav().getByText("Services"), keys)).toBe(true);
    expect(screen.getByText("Our Holiday Services")).not.toHaveFocus();
  },
);
