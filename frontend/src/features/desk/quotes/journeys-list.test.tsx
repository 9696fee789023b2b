import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../test-desk";
import { quotes } from "./test-quotes";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const { marlow, ada, tessa, jonas } = quotes;

/** Respond with the quotes that match the filters, as the server does. */
const matching = ({ query }: { query: URLSearchParams }) =>
  [ada, marlow, jonas].filter(
    ({ status, servicePackage, city, fullName }) =>
      (!query.get("status") || status === query.get("status")) &&
      (!query.get("servicePackage") || servicePackage === query.get("servicePackage")) &&
      (!query.get("city") || city === query.get("city")) &&
      fullName.toLowerCase().includes(query.get("q") ?? ""),
  );

journey("the quotes are filtered until none is left", async ({ open, serve, step }) => {
  serve({ "GET /api/quotes": matching, "GET /api/quotes/:id/:part": [] });
  serve({ "GET /api/quotes/:id": ada });
  await open(() => openDesk(`?tab=quotes&open=${ada.id}`));
  await step("Select a status, which closes the row", (person) => person.click(button("Pending")));
  await step("Select a city", (person) => person.selectOptions(screen.getByLabelText("City"), "Hampton"));
  await step("Select a package", (person) =>
    person.selectOptions(screen.getByLabelText("Package"), "commercial"),
  );
  await step("Show all of them", (person) => person.click(button("Show all quotes")));
  await step("Search", async (person) => {
    await person.type(screen.getByLabelText("Search quotes"), "jonas ");
    await screen.findByText("Showing 1 quote.");
  });
  await step("Search at once with Enter", async (person) => {
    await person.clear(screen.getByLabelText("Search quotes"));
    await person.type(screen.getByLabelText("Search quotes"), "nobody{Enter}");
  });
});

journey("the quotes are sorted, and the next page is added", async ({ open, serve, step }) => {
  serve({
    "GET /api/quotes": ({ query }) =>
      query.get("cursor")
        ? [tessa]
        : HttpResponse.json([jonas, ada], {
            headers: { Link: `<http://inner/api/quotes?${query}&cursor=b>; rel="next"` },
          }),
  });
  await open(() => openDesk("?tab=quotes"));
  await step("Sort by name", (person) => person.click(button("Customer")));
  await step("Turn the order around", (person) => person.click(button("Customer")));
  await step("Turn it around again", (person) => person.click(button("Customer")));
  await step("Reverse it", (person) => person.click(button("Customer")));
  await step("Sort by amount in the field", (person) =>
    person.selectOptions(screen.getByLabelText("Sort by"), "Amount, high to low"),
  );
  await step("Sort by the default again", (person) =>
    person.selectOptions(screen.getByLabelText("Sort by"), "Newest first"),
  );
  await step("Show more", (person) => person.click(button("Show more")));
});

journey("the quotes and a filter fail to load at first", async ({ open, serve, step }) => {
  serve({ "GET /api/quotes": refusal(500, "Down for a moment.") });
  await open(() => openDesk("?tab=quotes"));
  await step("Try again in vain", (person) => person.click(button("Try again")));
  serve({ "GET /api/quotes": matching });
  await step("Try again", (person) => person.click(button("Try again")));
  serve({ "GET /api/quotes": refusal(500, "Down for a moment.") });
  await step("Select a status", (person) => person.click(button("Quoting")));
  serve({ "GET /api/quotes": matching });
  await step("Try again", (person) => person.click(button("Try again")));
  serve({
    "GET /api/quotes": ({ query }) =>
      query.get("cursor")
        ? refusal(500, "Down for a moment.")
        : HttpResponse.json([ada], { headers: { Link: `</api/quotes?${query}&cursor=b>; rel="next"` } }),
  });
  await step("Select another status", (person) => person.click(button("Reviewed")));
  await step("Show more", (person) => person.click(button("Show more")));
  serve({ "GET /api/quotes": ({ query }) => (query.get("cursor") ? [tessa] : [ada]) });
  await step("Show more again", (person) => person.click(button("Show more")));
  await step("Go to another part of the desk", async (person) => {
    serve({ "GET /api/customers": [] });
    await person.click(within(screen.getByRole("tablist")).getByRole("tab", { name: /Due now/ }));
  });
});
