import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../test-desk";
import type { Business } from "./api";
import { business, faq } from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });

const fewLinks: Business = { ...business, reviewsUrl: "", instagramUrl: "", facebookUrl: "", termsUrl: "" };
const change = (id: string, by: string, createdAt: string, changes: object[]) => ({
  ...{ id, by, createdAt, changes },
});
const changes = [
  change("c7", "Olive Oak", "2026-11-20T15:00:00Z", [
    { field: "license", before: "", after: "HIC 204" },
    { field: "cities", before: "Portsmouth", after: "Portsmouth, Dover" },
  ]),
  change("c9", "Nora Field", "2026-11-18T16:30:00Z", [
    { field: "termsUrl", before: "https://a.example/", after: "" },
  ]),
];
const oldest = [
  change("c2", "Ann Ames", "2026-10-02T14:00:00Z", [{ field: "phone", before: "1", after: "2" }]),
];

journey(
  "details are saved after a mistake and after someone else's change",
  async ({ open, serve, step }) => {
    let history = changes;
    serve({
      "GET /api/desk/business": refusal(500, "Try later."),
      "GET /api/desk/business/versions": ({ query }) => {
        if (query.get("cursor")) return oldest;
        const headers = { Link: '<http://inner/api/desk/business/versions?cursor=abc>; rel="next"' };
        return HttpResponse.json(history, { headers });
      },
      "PATCH /api/desk/business": refusal(400, "Please check the form.", {
        phone: ["Enter a phone number, such as (603) 555-0148"],
        reviewsUrl: ["Enter a link"],
      }),
    });
    await open(() => openDesk("", "/admin/business"));
    serve({ "GET /api/desk/business": fewLinks });
    await step("Try again", (person) => person.click(button("Try again")));
    await step("Show more changes", (person) => person.click(button("Show more")));
    await step("Leave out the name", async (person) => {
      await person.clear(screen.getByLabelText("Business name"));
      await person.click(button("Save"));
      await screen.findByText("Enter the name");
    });
    await step("Save what is wrong elsewhere", async (person) => {
      await person.type(screen.getByLabelText("Business name"), "Harbor Lights");
      await person.type(screen.getByLabelText(/^Reviews/), "yes");
      await person.clear(screen.getByLabelText("Phone number"));
      await person.type(screen.getByLabelText("Phone number"), "call me");
      await person.click(button("Save"));
      await screen.findByText("Saving...");
    });
    const theirs = {
      ...{ ...fewLinks, cities: ["Rye", "Dover"], license: "", openingHours: "", hours: "" },
      ...{ updatedAt: "2026-11-24T21:15:00Z", updatedBy: "Olive Oak" },
    };
    const oliveChanged = [{ field: "openingHours", before: "Mo-Fr 08:00-17:00", after: "" }];
    history = [change("c3", "Olive Oak", "2026-11-24T21:15:00Z", oliveChanged), ...changes];
    serve({
      "GET /api/desk/business": theirs,
      "PATCH /api/desk/business": refusal(409, "Someone else just changed this."),
    });
    await step("Correct it, which is too late", async (person) => {
      await person.clear(screen.getByLabelText(/^Reviews/));
      await person.clear(screen.getByLabelText("Phone number"));
      await person.type(screen.getByLabelText("Phone number"), "(603) 555-0163");
      await person.click(button("Save"));
      await screen.findByText("Saving...");
    });
    const saved = {
      ...{ ...theirs, name: "Harbor Lights", phone: "(603) 555-0163" },
      ...{ updatedAt: "2026-11-25T15:00:00Z", updatedBy: "Nora Field" },
    };
    history = [
      change("c4", "Nora Field", "2026-11-25T15:00:00Z", [
        { field: "name", before: "Seacoast Holiday Lights", after: "Harbor Lights" },
      ]),
      ...history,
    ];
    serve({ "PATCH /api/desk/business": saved });
    await step("Save again", async (person) => {
      await person.click(button("Save"));
      await screen.findByText("Saving...");
    });
  },
);

const versions = [
  { number: 3, by: "Nora Field", createdAt: "2026-11-20T15:00:00Z" },
  { number: 2, by: "Olive Oak", createdAt: "2026-10-09T13:40:00Z" },
];
const old = { html: '<h2 id="lights">Lights</h2><p>They shine.</p>', markdown: "## Lights" };

journey("a text is previewed, replaced by an earlier one and saved", async ({ open, serve, step }) => {
  serve({
    "GET /api/desk/business": fewLinks,
    "GET /api/desk/business/versions": [],
    "GET /api/desk/texts/:page": ({ params }) => ({ ...faq, page: params.page }),
    "GET /api/desk/texts/:page/versions": refusal(500, "Try later."),
    "GET /api/desk/texts/:page/versions/:number": refusal(500, "Try later."),
    "POST /api/desk/texts/:page/preview": refusal(400, "No", { markdown: ["There is no {fax}"] }),
  });
  await open(() => openDesk("", "/admin/business"));
  await step("Edit the questions", (person) => person.click(button("Questions and answers")));
  serve({ "GET /api/desk/texts/:page/versions": versions });
  await step("Load the versions", (person) => person.click(button("Try again")));
  const text = () => screen.getByLabelText("Text");
  await step("Write a mistake and preview it", async (person) => {
    await person.click(text());
    await person.paste(", {fax}");
    await person.click(button("Preview"));
  });
  await step("Try to leave", (person) => person.click(button("Terms")));
  await step("Stay", (person) => person.keyboard("{Escape}"));
  serve({ "POST /api/desk/texts/:page/preview": { html: "<h2>About us</h2>" } });
  await step("Correct and preview it", async (person) => {
    await person.clear(text());
    await person.type(text(), "## About us all");
    await person.click(button("Preview"));
  });
  await step("Read an earlier version, which fails", (person) => person.click(button(/^Read ?version 2$/)));
  serve({ "GET /api/desk/texts/:page/versions/:number": old });
  await step("Read the first one", (person) => person.click(button(/^Read ?version 1$/)));
  await step("Put it into the editor", (person) => person.click(button("Put it into the editor")));
  serve({ "PUT /api/desk/texts/:page": { ...faq, number: 4, markdown: "## Lights" } });
  serve({ "GET /api/desk/texts/:page/versions": [{ ...versions[0], number: 4 }, ...versions] });
  await step("Save it", async (person) => {
    await person.click(button("Save"));
    await screen.findByText("Saving...");
  });
});

journey("the terms are saved after someone else", async ({ open, serve, step }) => {
  const terms = { ...faq, page: "terms", markdown: "## Terms", updatedAt: null, updatedBy: null, number: 1 };
  serve({
    "GET /api/desk/texts/:page": terms,
    "GET /api/desk/texts/:page/versions": [],
    "PUT /api/desk/texts/:page": refusal(409, "Someone else just changed this."),
  });
  await open(() => openDesk("?view=terms", "/admin/business"));
  const text = () => screen.getByLabelText("Text");
  await step("Save nothing", async (person) => {
    await person.clear(text());
    await person.click(button("Save"));
    await screen.findByText("Write something");
  });
  const theirs = { ...terms, number: 2, updatedAt: "2026-11-24T18:20:00Z", updatedBy: "Olive Oak" };
  serve({
    "GET /api/desk/texts/:page": theirs,
    "GET /api/desk/texts/:page/versions": [{ number: 2, by: "Olive Oak", createdAt: theirs.updatedAt }],
  });
  await step("Save too late", async (person) => {
    await person.type(text(), "## Terms, in short");
    await person.click(button("Save"));
    await screen.findByText("Saving...");
  });
  serve({ "PUT /api/desk/texts/:page": refusal(500, "Try later.") });
  await step("Save, which fails", async (person) => {
    await person.click(button("Save"));
    await screen.findByText("Saving...");
  });
  const mine = { ...theirs, number: 3, markdown: "## Terms, in short", updatedBy: "Nora Field" };
  serve({ "PUT /api/desk/texts/:page": { ...mine, updatedAt: "2026-11-25T15:00:00Z" } });
  await step("Save again", async (person) => {
    await person.click(button("Save"));
    await screen.findByText("Saving...");
  });
});
