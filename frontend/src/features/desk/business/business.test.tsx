import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { loadPage } from "~/lib/load-page";
import { hold } from "~/test/held";
import { server, signIn } from "~/test/server";
import { admin, openPage, serveCounts, serveList, serveWrite } from "../test-desk";

const business = {
  name: "Seacoast Holiday Lights",
  phone: "(603) 555-0148",
  email: "hello@lights.example",
  address: "",
  cities: ["Portsmouth", "Dover"],
  openingHours: "",
  hours: "",
  license: "",
  reviewsUrl: "",
  photosUrl: "",
  instagramUrl: "",
  facebookUrl: "",
  privacyUrl: "",
  termsUrl: "",
  updatedAt: null as string | null,
  updatedBy: null as string | null,
};

function open(role: "owner" | "office" = "owner", search = "", served = business) {
  signIn({ ...admin, role });
  serveList("/api/desk/queue", []);
  serveCounts({ all: 0, late: 0 });
  serveList("/api/desk/business/versions", []);
  server.use(http.get("/api/desk/business", () => HttpResponse.json(served)));
  return openPage(search, "/admin/business");
}

describe("business and texts", () => {
  it("sends only what the owner changed, with the version they saw", async () => {
    const sent: unknown[] = [];
    const { person } = open();
    server.use(
      http.patch("/api/desk/business", async ({ request }) => {
        sent.push(await request.json());
        serveList("/api/desk/business/versions", [
          { id: "v1", by: "Nora Field", createdAt: "2026-11-20T15:00:00Z", changes: [] },
        ]);
        return HttpResponse.json({
          ...business,
          cities: ["Rye", "Dover"],
          updatedAt: "2026-11-20T15:00:00Z",
          updatedBy: "Nora Field",
        });
      }),
    );
    const cities = await screen.findByLabelText("Cities you work in");
    const save = screen.getByRole("button", { name: "Save" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await person.clear(cities);
    await person.type(cities, "Rye\n\nDover ");
    await person.click(save);
    expect(await screen.findByText(/Last saved by Nora Field/)).toBeVisible();
    expect(await screen.findByRole("list", { name: "Changes" })).toHaveTextContent(/^Nora Field/);
    expect(sent).toEqual([{ updatedAt: null, cities: ["Rye", "Dover"] }]);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true"),
    );
  });

  it("saves that a detail was emptied, and a link of 500 characters", async () => {
    const { person } = open("owner", "", { ...business, license: "HIC 204" });
    const sent = serveWrite("patch", "/api/desk/business", (body) =>
      HttpResponse.json({ ...business, ...body }),
    );
    const photosUrl = "https://photos.example/".padEnd(500, "a");
    await person.clear(await screen.findByLabelText(/^License/));
    await person.click(screen.getByLabelText(/^Photos/));
    await person.paste(photosUrl);
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([{ updatedAt: null, license: "", photosUrl }]),
    );
  });

  it("keeps what was typed while a change was being saved, which is saved next", async () => {
    const { person } = open();
    const { held, release } = hold();
    const sent = serveWrite("patch", "/api/desk/business", async (body) => {
      await held;
      return HttpResponse.json({
        ...business,
        ...body,
        updatedAt: "2026-11-20T15:00:00Z",
        updatedBy: "Nora Field",
      });
    });
    const license = await screen.findByLabelText(/^License/);
    await person.clear(license);
    await person.type(license, "No. 1");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await person.type(license, "2");
    release();
    expect(await screen.findByText(/Last saved by Nora Field/)).toBeVisible();
    expect(license).toHaveValue("No. 12");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual({ updatedAt: "2026-11-20T15:00:00Z", license: "No. 12" });
  });

  it("keeps what was typed when someone else saved first, and says what they changed", async () => {
    const { person } = open();
    const theirs = {
      ...business,
      license: "HIC 204",
      cities: ["Rye", "Exeter", "Hampton"],
      updatedAt: "2026-11-21T15:00:00Z",
      updatedBy: "Olive Oak",
    };
    const sent = serveWrite("patch", "/api/desk/business", ({ updatedAt, ...changes }) =>
      updatedAt === theirs.updatedAt
        ? HttpResponse.json({ ...theirs, ...changes, updatedAt: "2026-11-21T16:00:00Z" })
        : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    );
    await person.type(await screen.findByLabelText(/^Mailing address/), "12 Bow Street, Portsmouth, NH");
    expect(screen.queryByText(/changed this on|just updated this/)).not.toBeInTheDocument();
    server.use(http.get("/api/desk/business", () => HttpResponse.json(theirs)));
    await person.click(screen.getByRole("button", { name: "Save" }));

    const note = (await screen.findByText("Olive Oak changed this on Nov 21, 10:00 AM.")).parentElement;
    expect(
      within(note as HTMLElement)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Cities you work in: Portsmouth, Dover → Rye, Exeter, Hampton",
      "License and insurance: none → HIC 204",
    ]);
    expect(screen.getByLabelText(/^Mailing address/)).toHaveValue("12 Bow Street, Portsmouth, NH");
    expect(screen.getByLabelText(/^License/)).toHaveValue("HIC 204");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Pages, emails and documents show it within a minute.")).toBeVisible();
    expect(screen.queryByText(/^Olive Oak changed this/)).not.toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([
      { updatedAt: null, address: "12 Bow Street, Portsmouth, NH" },
      { updatedAt: theirs.updatedAt, address: "12 Bow Street, Portsmouth, NH" },
    ]);
  });

  it("keeps unsaved details for a reload, until they are saved", async () => {
    const first = open();
    await first.person.type(await screen.findByLabelText(/^License/), "HIC 204");
    first.unmount();
    const { person } = open();
    expect(await screen.findByLabelText(/^License/)).toHaveValue("HIC 204");
    const saved = {
      ...business,
      license: "HIC 204",
      updatedAt: "2026-11-20T15:00:00Z",
      updatedBy: "Nora Field",
    };
    const sent = serveWrite("patch", "/api/desk/business", () => HttpResponse.json(saved));
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Last saved by Nora Field/)).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ updatedAt: null, license: "HIC 204" }]);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("keeps unsaved details for a reload, although someone else has saved by then", async () => {
    const first = open();
    await first.person.type(await screen.findByLabelText(/^License/), "HIC 204");
    first.unmount();
    const theirs = {
      ...business,
      license: "HIC 7",
      address: "12 Bow Street",
      updatedAt: "2026-11-21T15:00:00Z",
    };
    const { person } = open("owner", "", { ...theirs, updatedBy: "Olive Oak" });
    const license = await screen.findByLabelText(/^License/);
    expect(license).toHaveValue("HIC 204");
    expect(screen.getByLabelText(/^Mailing address/)).toHaveValue("12 Bow Street");
    const sent = serveWrite("patch", "/api/desk/business", ({ updatedAt, ...changes }) =>
      updatedAt === theirs.updatedAt
        ? HttpResponse.json({ ...theirs, ...changes, updatedAt: "2026-11-21T16:00:00Z" })
        : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    );
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Olive Oak changed this on Nov 21, 10:00 AM.")).toBeVisible();
    expect(screen.getByText("License and insurance: none → HIC 7")).toBeVisible();
    expect(screen.getByText("Mailing address: none → 12 Bow Street")).toBeVisible();
    expect(license).toHaveValue("HIC 204");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Pages, emails and documents show it within a minute.")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ updatedAt: null, license: "HIC 204" });
    expect(sent[1]?.body).toEqual({ updatedAt: theirs.updatedAt, license: "HIC 204" });
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("shows the server's message on its field", async () => {
    const { person } = open();
    const message = "Enter a phone number, such as (603) 555-0148";
    server.use(
      http.patch("/api/desk/business", () =>
        HttpResponse.json({ message, errors: { phone: [message] } }, { status: 400 }),
      ),
    );
    const phone = await screen.findByLabelText("Phone number");
    await person.clear(phone);
    await person.type(phone, "call me");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(phone).toHaveAccessibleDescription(new RegExp(message.replace(/[()]/g, "."))));
    expect(phone).toHaveValue("call me");
  });

  it.each([
    ["faq", "Questions and answers"],
    ["terms", "Terms"],
    ["privacy", "Privacy"],
  ])("saves the text of /%s after the version that the owner saw", async (page, title) => {
    const text = {
      page,
      number: 2,
      markdown: `## About ${page}`,
      updatedAt: "2026-11-20T15:00:00Z",
      updatedBy: "Nora Field",
      placeholders: [],
    };
    serveList("/api/desk/texts/:page/versions", []);
    server.use(http.get(`/api/desk/texts/${page}`, () => HttpResponse.json(text)));
    const sent = serveWrite("put", `/api/desk/texts/${page}`, ({ markdown }) => {
      const createdAt = "2026-11-21T15:00:00Z";
      serveList("/api/desk/texts/:page/versions", [{ number: 3, by: "Nora Field", createdAt }]);
      return HttpResponse.json({ ...text, number: 3, markdown, updatedAt: createdAt });
    });
    const { person } = open("owner", `?view=${page}`);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    const box = screen.getByLabelText("Text");
    expect(box).toHaveValue(`## About ${page}`);
    await person.type(box, " us");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(`/${page} shows it within a minute.`)).toBeVisible();
    expect(await screen.findByText("Version 3")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { updatedAt: text.updatedAt, markdown: `## About ${page} us` },
    ]);
  });

  describe("a text", () => {
    const text = {
      page: "faq",
      number: 3,
      markdown: "## About us",
      updatedAt: "2026-11-20T15:00:00Z",
      updatedBy: "Nora Field",
      placeholders: [
        { name: "phone", value: "(603) 555-0148" },
        { name: "address", value: "" },
      ],
    };
    async function openText(versions: object[] = [], served = text) {
      serveList("/api/desk/texts/:page/versions", versions);
      server.use(http.get("/api/desk/texts/faq", () => HttpResponse.json(served)));
      const page = open("owner", "?view=faq");
      return { ...page, box: await screen.findByLabelText("Text") };
    }

    it("keeps what was typed when someone else saved first, and says who", async () => {
      const { person, box } = await openText();
      const theirs = { ...text, number: 4, updatedAt: "2026-11-21T15:00:00Z", updatedBy: "Olive Oak" };
      const sent = serveWrite("put", "/api/desk/texts/faq", ({ updatedAt, markdown }) =>
        updatedAt === theirs.updatedAt
          ? HttpResponse.json({ ...theirs, number: 5, markdown })
          : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
      );
      await person.type(box, "!");
      server.use(http.get("/api/desk/texts/faq", () => HttpResponse.json(theirs)));
      const createdAt = theirs.updatedAt;
      serveList("/api/desk/texts/:page/versions", [{ number: 4, by: "Olive Oak", createdAt }]);
      await person.click(screen.getByRole("button", { name: "Save" }));
      expect(await screen.findByText("Olive Oak changed this on Nov 21, 10:00 AM.")).toBeVisible();
      expect(await screen.findByText("Version 4")).toBeVisible();
      expect(box).toHaveValue("## About us!");
      await person.click(screen.getByRole("button", { name: "Save" }));
      expect(await screen.findByText("/faq shows it within a minute.")).toBeVisible();
      expect(screen.queryByText(/^Olive Oak changed this/)).not.toBeInTheDocument();
      expect(sent.map(({ body }) => body.markdown)).toEqual(["## About us!", "## About us!"]);
    });

    it("keeps what was typed for a reload, although someone else has saved by then", async () => {
      const first = await openText();
      await first.person.type(first.box, "!");
      first.unmount();
      const updatedAt = "2026-11-21T15:00:00Z";
      const theirs = { ...text, number: 4, markdown: "## Us", updatedAt, updatedBy: "Olive Oak" };
      const { person, box } = await openText([], theirs);
      expect(box).toHaveValue("## About us!");
      const sent = serveWrite("put", "/api/desk/texts/faq", (body) =>
        body.updatedAt === updatedAt
          ? HttpResponse.json({ ...theirs, number: 5, markdown: body.markdown })
          : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
      );
      await person.click(screen.getByRole("button", { name: "Save" }));
      expect(await screen.findByText("Olive Oak changed this on Nov 21, 10:00 AM.")).toBeVisible();
      expect(box).toHaveValue("## About us!");
      await person.click(screen.getByRole("button", { name: "Save" }));
      expect(await screen.findByText("/faq shows it within a minute.")).toBeVisible();
      expect(sent.map(({ body }) => body.updatedAt)).toEqual([text.updatedAt, updatedAt]);
    });

    it("keeps what was typed while it was being saved, which is saved next", async () => {
      const { person, box } = await openText();
      const { held, release } = hold();
      const sent = serveWrite("put", "/api/desk/texts/faq", async ({ markdown }) => {
        await held;
        return HttpResponse.json({ ...text, number: 4, updatedAt: "2026-11-21T15:00:00Z", markdown });
      });
      await person.type(box, "!");
      await person.click(screen.getByRole("button", { name: "Save" }));
      await person.type(box, "?");
      release();
      expect(await screen.findByText("/faq shows it within a minute.")).toBeVisible();
      expect(box).toHaveValue("## About us!?");
      await person.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(sent).toHaveLength(2));
      expect(sent.map(({ body }) => body)).toEqual([
        { updatedAt: text.updatedAt, markdown: "## About us!" },
        { updatedAt: "2026-11-21T15:00:00Z", markdown: "## About us!?" },
      ]);
      await waitFor(() =>
        expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true"),
      );
    });

    it("can be previewed as its page will look, and mistakes are shown", async () => {
      const { person, box } = await openText();
      const responses = [
        HttpResponse.json({ message: "No", errors: { markdown: ["There is no {fax}"] } }, { status: 400 }),
        new HttpResponse(null, { status: 500 }),
        HttpResponse.json({ html: "<h2>About us</h2>" }),
        HttpResponse.json({ message: "Unauthorized" }, { status: 401 }),
      ];
      const sent = serveWrite("post", "/api/desk/texts/faq/preview", () => responses.shift() as Response);
      const show = () => person.click(screen.getByRole("button", { name: "Preview" }));
      await show();
      await waitFor(() => expect(box).toHaveAccessibleDescription(/There is no \{fax\}/));
      await waitFor(() => expect(box).toHaveFocus());
      await show();
      expect(await screen.findByText("We couldn't show the preview")).toBeVisible();
      expect(box).toBeValid();
      expect(screen.queryByRole("region", { name: "Preview" })).not.toBeInTheDocument();
      await show();
      const preview = within(await screen.findByRole("region", { name: "Preview" }));
      expect(preview.getByRole("heading", { name: "About us" })).toBeVisible();
      expect(sent[2]?.body).toEqual({ markdown: "## About us" });
      expect(screen.getByText("{phone}", { selector: "dt" }).nextSibling).toHaveTextContent("(603) 555-0148");
      expect(screen.getByText("{address}", { selector: "dt" }).nextSibling).toHaveTextContent("empty");
      await show();
      expect(await screen.findByText("You are logged out. Logging in again...")).toBeVisible();
      await waitFor(() =>
        expect(loadPage).toHaveBeenCalledWith("/api/login?returnTo=%2Fadmin%2Fbusiness%3Fview%3Dfaq"),
      );
    });

    it("lists earlier versions, each of which can be put into the editor", async () => {
      const version = { by: "Nora Field", createdAt: "2026-11-20T15:00:00Z" };
      const { person, box } = await openText([
        { ...version, number: 3 },
        { ...version, number: 2, by: "Olive Oak" },
      ]);
      const list = within(await screen.findByRole("list", { name: "Versions" }));
      expect(list.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent)).toEqual([
        "Version 3 (on the page)Nora Field, Nov 20, 10:00 AM",
        "Version 2Olive Oak, Nov 20, 10:00 AM",
        "Version 1The text that came with the site",
      ]);
      const read: unknown[] = [];
      server.use(
        http.get("/api/desk/texts/faq/versions/:number", ({ params }) => {
          read.push(params.number);
          return params.number === "2"
            ? HttpResponse.json({ html: "<p>Earlier</p>", markdown: "Earlier" })
            : new HttpResponse(null, { status: 500 });
        }),
      );
      await person.click(list.getByRole("button", { name: /^Read ?version 1$/ }));
      expect(await list.findByText("We couldn't load this version.")).toBeVisible();
      await person.click(list.getByRole("button", { name: "Try again" }));
      await waitFor(() => expect(read).toEqual(["1", "1"]));
      await person.click(list.getByRole("button", { name: /^Read ?version 2$/ }));
      const text = await list.findByRole("region", { name: "Version 2" });
      expect(text).toHaveTextContent("Earlier");
      expect(text.tabIndex, "the keyboard can scroll it").toBe(0);
      expect(list.queryByText(/^We couldn't load this version/)).not.toBeInTheDocument();
      await person.click(list.getByRole("button", { name: "Put it into the editor" }));
      expect(box).toHaveValue("Earlier");
      expect(screen.getByRole("button", { name: "Save" })).not.toHaveAttribute("aria-disabled");
      await person.click(list.getByRole("button", { name: /^Close ?version 2$/ }));
      expect(list.queryByRole("region")).not.toBeInTheDocument();
    });
  });

  it("says who changed what, and when", async () => {
    open();
    serveList("/api/desk/business/versions", [
      {
        id: "v1",
        by: "Nora Field",
        createdAt: "2026-11-20T15:00:00Z",
        changes: [{ field: "openingHours", before: "", after: "Mo-Fr 08:00-17:00" }],
      },
    ]);
    const list = await screen.findByRole("list", { name: "Changes" });
    expect(list).toHaveTextContent("Nora Field, Nov 20, 10:00 AMOpening hours: none → Mo-Fr 08:00-17:00");
  });

  it("is for owners only", async () => {
    open("office");
    expect(await screen.findByText("Only owners see this page")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });
});
