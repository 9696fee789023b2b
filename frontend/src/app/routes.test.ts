import { describe, expect, it } from "vitest";
import { business } from "~/lib/business";
import routes, { routeManifest } from "./routes";

interface PageModule {
  meta(): Record<string, string>[];
}

const files = import.meta.glob<PageModule>("../features/*/pages/*-page.tsx");

it("lists every page of the features exactly once", () => {
  expect(routes.map(({ file }) => file).sort()).toEqual(Object.keys(files).sort());
});

it("lists every path for the server except the one for unknown paths", () => {
  const listed = [...routeManifest.prerendered, ...routeManifest.clientRendered];
  expect([...listed, "/*"]).toEqual(routes.map(({ path = "" }) => `/${path}`));
});

describe.each(routes)("$file", ({ path = "", file }) => {
  it("has its own URL as canonical and in link previews if it is public", async () => {
    const page = await files[file]?.();
    const named = (page?.meta() ?? []).flatMap(({ rel, href, property, content }) =>
      rel === "canonical" ? [href] : property === "og:url" ? [content] : [],
    );
    const own = `${business.siteUrl}/${path}`;
    expect(named).toEqual(routeManifest.prerendered.includes(`/${path}`) ? [own, own] : []);
  });

  it("is prerendered if and only if search engines may list it", async () => {
    const page = await files[file]?.();
    const isPublic = !page?.meta().some(({ name, content }) => name === "robots" && content === "noindex");
    expect(isPublic).toBe(routeManifest.prerendered.includes(`/${path}`));
  });
});
