import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server, signIn } from "~/test/server";
import { admin, openPage } from "./test-desk";

const check = (name: string, state: string, whatToDo = "") => ({
  name,
  title: name,
  state,
  sentence: `${name} is ${state}.`,
  whatToDo,
});

function serve(...checks: object[]) {
  server.use(http.get("/api/desk/installation", () => HttpResponse.json({ version: "1.0.0", checks })));
}

it("shows owners each check, the worst first, and what to do", async () => {
  signIn(admin);
  serve(check("Disk", "ok"), check("Address", "warning", "Set it."), check("Worker", "failing", "Start it."));
  openPage("", "/admin/installation");
  expect(await screen.findByText("1 failing, 1 should change, 1 OK")).toBeVisible();
  const rows = within(screen.getByRole("main")).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "FailingWorkerWorker is failing.Start it.",
    "Should changeAddressAddress is warning.Set it.",
    "OKDiskDisk is ok.",
  ]);
  expect(screen.getByText("Version 1.0.0")).toBeVisible();
});

it("says that everything works, and can check again", async () => {
  signIn(admin);
  serve(check("Disk", "ok"));
  const { person } = openPage("", "/admin/installation");
  expect(await screen.findByText("Everything works.")).toBeVisible();
  serve(check("Disk", "failing", "Free some."));
  await person.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Free some.")).toBeVisible();
  server.use(http.get("/api/desk/installation", () => new HttpResponse(null, { status: 503 })));
  await person.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText(/^We couldn't check again\./)).toBeVisible();
  expect(screen.getByText("Free some.")).toBeVisible();
});

it("says that the checks couldn't be loaded, and tries again", async () => {
  signIn(admin);
  server.use(http.get("/api/desk/installation", () => new HttpResponse(null, { status: 503 })));
  const { person } = openPage("", "/admin/installation");
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't check the installation");
  serve(check("Disk", "ok"));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Everything works.")).toBeVisible();
});

it("the installation page is for owners only", async () => {
  signIn({ ...admin, role: "office" });
  const { person } = openPage("", "/admin/installation");
  expect(await screen.findByText("Only owners can see the state of the installation.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Nora" }));
  expect(screen.queryByRole("link", { name: "Installation" })).not.toBeInTheDocument();
});

it("owners find the installation page in their menu", async () => {
  signIn(admin);
  serve(check("Disk", "ok"));
  const { person } = openPage("", "/admin/installation");
  await screen.findByText("Everything works.");
  await person.click(screen.getByRole("button", { name: "Nora" }));
  expect(await screen.findByRole("link", { name: "Installation" })).toHaveAttribute(
    "href",
    "/admin/installation",
  );
});
