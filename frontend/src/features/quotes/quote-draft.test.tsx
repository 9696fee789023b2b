import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { clearDrafts } from "~/lib/drafts";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { QuoteForm } from "./components/quote-form";

async function fillIn() {
  const page = renderAt("/quote", <QuoteForm />);
  await page.person.type(screen.getByLabelText("Full name"), "Eleanor Hayes");
  await page.person.type(screen.getByLabelText("Phone number"), "603-555-0172");
  await page.person.type(screen.getByLabelText("Email", { selector: "[name=email]" }), "e@example.com");
  await page.person.selectOptions(screen.getByLabelText("City"), "Dover");
  await page.person.click(screen.getByRole("radio", { name: /Premium Installation/ }));
  await page.person.click(screen.getByRole("checkbox", { name: /Smart Timers/ }));
  return page;
}

it("keeps what was filled in when the page is left and opened again", async () => {
  const { unmount } = await fillIn();
  unmount();
  renderAt("/quote", <QuoteForm />);
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Eleanor Hayes"));
  expect(screen.getByLabelText("City")).toHaveValue("Dover");
  expect(screen.getByRole("radio", { name: /Premium Installation/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /Smart Timers/ })).toBeChecked();
});

it("forgets it once it was sent", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json({ id: "1" }, { status: 201 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByText("Quote Request Submitted!");
  unmount();
  renderAt("/quote", <QuoteForm />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
  expect(sessionStorage).toHaveLength(0);
});

it("keeps what is filled in for another quote after one was sent", async () => {
  server.use(http.post("/api/quotes", () => HttpResponse.json({ id: "1" }, { status: 201 })));
  const { person, unmount } = await fillIn();
  await person.click(screen.getByRole("button", { name: "Request my free quote" }));
  await screen.findByText("Quote Request Submitted!");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue(""));
  // Not typed: user-event does not notice that a form was reset.
  fireEvent.input(screen.getByLabelText("Full name"), { target: { value: "Tom Okafor" } });
  unmount();
  renderAt("/quote", <QuoteForm />);
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveValue("Tom Okafor"));
});

it("forgets it when somebody logs out", async () => {
  const { unmount } = await fillIn();
  unmount();
  clearDrafts();
  renderAt("/quote", <QuoteForm />);
  expect(screen.getByLabelText("Full name")).toHaveValue("");
});
