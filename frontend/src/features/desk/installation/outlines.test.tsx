import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { Installation } from "./installation";

const check = (name: string, state: string, whatToDo = "") => ({
  ...{ name, title: name, state, sentence: `${name} is ${state}.`, whatToDo },
});

it("the checks: loading, failed, loaded, being repeated and failed again", async () => {
  const { held, release } = hold();
  let answer = () => new HttpResponse(null, { status: 500 }) as Response;
  let wait = held;
  server.use(http.get("/api/desk/installation", () => wait.then(answer)));
  const { person } = renderAt("/admin/installation", <Installation />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't check the installation");
  expect(outline()).toMatchSnapshot("failed");
  const checks = [
    ...[check("Disk", "ok"), check("Address", "warning", "Set it."), check("Worker", "failing", "Start it.")],
    ...[check("Clock", "ok"), check("Mail", "warning", "Test it."), check("Queue", "failing", "Wait.")],
  ];
  answer = () => HttpResponse.json({ version: "1.0.0", checks });
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Version 1.0.0");
  expect(outline()).toMatchSnapshot("loaded");
  const again = hold();
  wait = again.held;
  answer = () => new HttpResponse(null, { status: 500 });
  await person.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("button", { name: "Checking..." })).toHaveAttribute("aria-disabled", "true");
  again.release();
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't check again.");
  expect(screen.getByText("Version 1.0.0")).toBeVisible();
});

it.each([
  [["ok", "ok"], "Everything works."],
  [["failing", "ok"], "1 failing, 1 OK"],
  [["warning", "ok", "ok"], "1 should change, 2 OK"],
  [["warning", "failing", "failing"], "2 failing, 1 should change, 0 OK"],
])("the checks %j are summarized as %s", async (states, words) => {
  const checks = states.map((state, index) => check(`Check ${index}`, state));
  server.use(http.get("/api/desk/installation", () => HttpResponse.json({ version: "1", checks })));
  renderAt("/admin/installation", <Installation />);
  expect(await screen.findByText(words)).toHaveAttribute("role", "status");
});
