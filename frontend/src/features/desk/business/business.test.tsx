import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
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

function open(role: "owner" | "office" = "owner", search = "") {
  signIn({ ...admin, role });
  serveList("/api/desk/queue", []);
  serveCounts({ all: 0, late: 0 });
  serveList("/api/desk/business/versions", []);
  server.use(http.get("/api/desk/business", () => HttpResponse.json(business)));
  return openPage(search, "/admin/business");
}

describe("business and texts", () => {
  it("sends only what the owner changed, with the version they saw", async () => {
    const sent: unknown[] = [];
    const { person } = open();
    server.use(
      http.patch("/api/desk/business", async ({ request }) => {
        sent.push(await request.json());
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
    await person.type(cities, "Rye\nDover");
    await person.click(save);
    expect(await screen.findByText(/Last saved by Nora Field/)).toBeVisible();
    expect(sent).toEqual([{ updatedAt: null, cities: ["Rye", "Dover"] }]);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true"),
    );
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
    const sent = serveWrite("put", `/api/desk/texts/${page}`, ({ markdown }) =>
      HttpResponse.json({ ...text, number: 3, markdown, updatedAt: "2026-11-21T15:00:00Z" }),
    );
    const { person } = open("owner", `?view=${page}`);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    const box = screen.getByLabelText("Text");
    expect(box).toHaveValue(`## About ${page}`);
    await person.type(box, " us");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(`/${page} shows it within a minute.`)).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { updatedAt: text.updatedAt, markdown: `## About ${page} us` },
    ]);
  });

  it("is for owners only", async () => {
    open("office");
    expect(await screen.findByText("Only owners see this page")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });
});
