import { type ComponentType, Suspense } from "react";
import type { EntryContext } from "react-router";
import { expect, it } from "vitest";
import prerenderPage from "./entry.server";

/** Prerender a page, as the build does. */
function prerender(Part: ComponentType) {
  const Page = () => (
    <Suspense fallback={<p>Loading</p>}>
      <Part />
    </Suspense>
  );
  const route = { id: "root", path: "", module: "" };
  const context = {
    manifest: { routes: { root: route }, entry: { module: "", imports: [] }, url: "", version: "" },
    routeModules: { root: { default: Page } },
    staticHandlerContext: {
      location: { pathname: "/", search: "", hash: "", state: null, key: "" },
      matches: [{ route, pathname: "/", pathnameBase: "/", params: {} }],
      loaderData: {},
      actionData: null,
      errors: null,
    },
    future: {},
    ssr: false,
    isSpaMode: false,
    routeDiscovery: { mode: "initial" },
  } as unknown as EntryContext;
  return prerenderPage(new Request("https://here.test/"), 200, new Headers(), context);
}

function Broken(): never {
  throw new Error("No price");
}

it("fails the build if a part of a page fails", async () => {
  await expect(prerender(Broken)).rejects.toThrow("No price");
});

// Last, since a page that failed leaves its contexts behind until the next one.
it("waits for all parts of a page", async () => {
  const response = await prerender(() => <h1>Lights</h1>);
  expect(await response.text()).toContain("<h1>Lights</h1>");
});
