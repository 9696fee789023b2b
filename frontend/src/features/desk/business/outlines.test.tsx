import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server, signIn } from "~/test/server";
import { NewerNote } from "../shared/newer-note";
import { admin, openDesk, openPage, serveCounts, serveList, serveWrite, stopClock } from "../test-desk";
import type { Business } from "./api";
import { BusinessForm } from "./business-form";
import { BusinessHistory } from "./business-history";
import { business, faq } from "./test-rows";
import { TextEditor } from "./text-editor";

beforeEach(() => void stopClock());

it("the business's details are in a form whose fields say what they are for", async () => {
  const { person, container } = renderAt("/admin/business", <BusinessForm business={business} />);
  const form = () => outline(container.querySelector("form") as HTMLElement);
  expect(form()).toMatchSnapshot("saved before");
  for (const label of ["Business name", "Phone number", "Email", "Cities you work in"])
    await person.clear(screen.getByLabelText(label));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Business name")).toBeInvalid());
  expect(form()).toMatchSnapshot("without the required ones");
});

it("the business's details are blank at first", async () => {
  const blank = Object.fromEntries(Object.keys(business).map((name) => [name, ""]));
  const fresh = { ...blank, name: "Lights", cities: ["Rye"], updatedAt: null, updatedBy: null };
  const { held, release } = hold();
  serveWrite("patch", "/api/desk/business", async () => {
    await held;
    return HttpResponse.json({ message: "Try later." }, { status: 503 });
  });
  const { person, container } = renderAt(
    "/admin/business",
    <BusinessForm business={fresh as unknown as Business} />,
  );
  const form = () => outline(container.querySelector("form") as HTMLElement);
  expect(form()).toMatchSnapshot("at first");
  await person.type(screen.getByLabelText("Phone number"), "603-555-0148");
  await person.type(screen.getByLabelText("Email"), "a@b.example");
  await person.click(screen.getByRole("button", { name: "Save" }));
  const saving = await screen.findByRole("button", { name: "Saving..." });
  expect(outline(saving.parentElement as HTMLElement)).toMatchSnapshot("saving");
  release();
  await screen.findByText("Nothing was saved");
  await screen.findByRole("button", { name: "Save" });
  await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
  expect(form()).toMatchSnapshot("failed");
});

it("a newer version says who saved it and what it changed, if that is known", () => {
  const changes = [
    { label: "Reviews", before: "", after: "https://reviews.example/" },
    { label: "Mailing address", before: "12 Bow Street", after: "" },
  ];
  const { container } = renderAt(
    "/admin/business",
    <>
      <NewerNote by="Olive Oak" at="2026-11-21T15:00:00Z" changes={changes} />
      <NewerNote by={null} at="2026-11-21T15:00:00Z" />
      <NewerNote by="Olive Oak" at={null} />
    </>,
  );
  expect(outline(container)).toMatchSnapshot();
});

it("the changes of the details are listed", async () => {
  const show = async (text?: string) => {
    const { container, unmount } = renderAt("/admin/business", <BusinessHistory />);
    if (text) await screen.findByText(text);
    const shown = outline(container);
    unmount();
    return shown;
  };
  server.use(http.get("/api/desk/business/versions", () => delay("infinite")));
  expect(await show()).toMatchSnapshot("loading");
  server.use(http.get("/api/desk/business/versions", () => new HttpResponse(null, { status: 500 })));
  expect(await show("We couldn't load the changes")).toMatchSnapshot("failed");
  serveList("/api/desk/business/versions", []);
  expect(await show("No changes yet.")).toMatchSnapshot("none");
  const changes = [
    { field: "openingHours", before: "", after: "Mo-Fr 08:00-17:00" },
    { field: "cities", before: "Rye", after: "" },
  ];
  server.use(
    http.get("/api/desk/business/versions", () =>
      HttpResponse.json([{ id: "v1", by: "Nora Field", createdAt: "2026-11-20T15:00:00Z", changes }], {
        headers: { Link: '</api/desk/business/versions?cursor=2>; rel="next"' },
      }),
    ),
  );
  expect(await show("Nora Field")).toMatchSnapshot("one of more");
});

const version = { by: "Nora Field", createdAt: "2026-11-20T15:00:00Z" };

it("a text is edited beside its preview and its versions", async () => {
  const { held, release } = hold();
  server.use(
    http.get("/api/desk/texts/faq/versions", async () => {
      await held;
      return HttpResponse.json([
        { ...version, number: 3 },
        { ...version, number: 2, by: "Olive Oak" },
      ]);
    }),
    http.get("/api/desk/texts/faq/versions/:number", ({ params }) =>
      params.number === "2"
        ? HttpResponse.json({ html: '<h2 id="a">Earlier</h2>', markdown: "Earlier" })
        : new HttpResponse(null, { status: 500 }),
    ),
    http.post("/api/desk/texts/faq/preview", () =>
      HttpResponse.json({ html: '<section aria-labelledby="a"><h2 id="a">About us</h2></section>' }),
    ),
  );
  const { person, container } = renderAt(
    "/admin/business?view=faq",
    <TextEditor page="faq" title="Questions and answers" edited={faq} />,
  );
  const shown = () => outline(container.firstElementChild as Element);
  expect(shown()).toMatchSnapshot("versions loading");
  release();
  await person.click(await screen.findByRole("button", { name: /^Read ?version 1$/ }));
  await screen.findByText(/^We couldn't load this version/);
  const versions = screen.getByRole("group", { name: "Versions" });
  expect(outline(versions)).toMatchSnapshot("version failed");
  server.use(http.get("/api/desk/texts/faq/versions/3", () => delay("infinite")));
  await person.click(screen.getByRole("button", { name: /^Read ?version 3$/ }));
  expect(outline(versions)).toMatchSnapshot("version loading");
  await person.click(screen.getByRole("button", { name: /^Read ?version 2$/ }));
  await screen.findByRole("heading", { name: "Earlier" });
  expect(outline(versions)).toMatchSnapshot("version open");
  await person.click(screen.getByRole("button", { name: "Preview" }));
  const preview = await screen.findByRole("group", { name: "Preview" });
  expect(outline(preview)).toMatchSnapshot("preview");
  expect(preview.querySelector("[id=a], [aria-labelledby=a]")).toBeNull();
  await person.clear(screen.getByLabelText("Text"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Text")).toBeInvalid());
  expect(outline(screen.getByLabelText("Text").closest("form") as HTMLElement)).toMatchSnapshot("empty");
});

it("a text that no one has changed has only its first version", async () => {
  server.use(http.get("/api/desk/texts/terms/versions", () => new HttpResponse(null, { status: 500 })));
  const fresh = {
    ...faq,
    page: "terms",
    number: 1,
    updatedAt: null,
    updatedBy: null,
    placeholders: [],
  } as const;
  const editor = <TextEditor page="terms" title="Terms" edited={{ ...fresh, placeholders: [] }} />;
  const { person, container } = renderAt("/admin/business?view=terms", editor);
  await screen.findByText("We couldn't load the versions");
  expect(outline(container.firstElementChild as Element)).toMatchSnapshot("versions failed");
  serveList("/api/desk/texts/terms/versions", []);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  const versions = await screen.findByRole("group", { name: "Versions" });
  expect(outline(versions)).toMatchSnapshot("first version");
});

it("a text's later versions come before its first one", async () => {
  server.use(
    http.get("/api/desk/texts/faq/versions", () =>
      HttpResponse.json([{ ...version, number: 3 }], {
        headers: { Link: '</api/desk/texts/faq/versions?cursor=2>; rel="next"' },
      }),
    ),
  );
  renderAt("/admin/business?view=faq", <TextEditor page="faq" title="Questions" edited={faq} />);
  await screen.findByText("Version 3");
  expect(outline(screen.getByRole("group", { name: "Versions" }))).toMatchSnapshot();
});

it.each(["", "?view=faq", "?view=privacy", "?view=unknown"])(
  "the page at %o has its choices, and says what it loads and what failed",
  async (search) => {
    signIn(admin);
    serveCounts({ all: 0, late: 0 });
    let fails = false;
    const respond = async () => {
      if (!fails) await delay("infinite");
      return new HttpResponse(null, { status: 500 });
    };
    server.use(http.get("/api/desk/business", respond), http.get("/api/desk/texts/:page", respond));
    const page = openPage(search, "/admin/business");
    await screen.findByRole("group", { name: "What to edit" });
    expect(outline(screen.getByRole("main"))).toMatchSnapshot("loading");
    page.unmount();
    fails = true;
    openPage(search, "/admin/business");
    await screen.findByRole("button", { name: "Try again" });
    expect(outline(screen.getByRole("main"))).toMatchSnapshot("failed");
  },
);

it("leaving unsaved changes is asked about", async () => {
  serveList("/api/desk/business/versions", []);
  server.use(http.get("/api/desk/business", () => HttpResponse.json(business)));
  const { person, router } = openDesk("", "/admin/business");
  await person.type(await screen.findByLabelText(/^License/), "!");
  await person.click(screen.getByRole("button", { name: "Terms" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(outline(dialog)).toMatchSnapshot();
  await person.click(within(dialog).getByRole("button", { name: "Keep writing" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByLabelText(/^License/)).toHaveValue("HIC 204!");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  server.use(http.get("/api/desk/texts/:page", () => delay("infinite")));
  await person.click(screen.getByRole("button", { name: "Terms" }));
  await person.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.search).toBe("?view=terms"));
  // Nothing is unsaved here.
  await person.click(screen.getByRole("link", { name: "Back to the desk" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin"));
  const calm = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(calm);
  expect(calm.defaultPrevented).toBe(false);
});
