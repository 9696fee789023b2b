import { afterEach, describe, expect, it, vi } from "vitest";
import { campaignOfVisit, campaignScript } from "./campaign";

/** Load a page of the site by running its campaign script. */
function load(path: string) {
  window.history.replaceState(null, "", path);
  // As in the page's head.
  new Function(campaignScript)();
}

afterEach(() => {
  vi.restoreAllMocks();
  load("/");
});

describe("the campaign of a visit", () => {
  it("is the first page's, even after navigating", () => {
    load(
      "/?utm_source=google&utm_medium=cpc&utm_campaign=fall-2026&utm_content=house&utm_term=lights+near%20me",
    );
    load("/christmas-trees");
    load("/quote?utm_source=newsletter");
    expect(campaignOfVisit()).toEqual({
      source: "google",
      medium: "cpc",
      name: "fall-2026",
      content: "house",
      term: "lights near me",
    });
  });

  it.each(["/", "/quote?design=p-warm-wt", "/?utm_source=&utm_medium=", "/?utm_id=7", "/?q=nothing"])(
    "is unknown at %s",
    (path) => {
      load(path);
      expect(campaignOfVisit()).toBeUndefined();
    },
  );

  it("is limited in length", () => {
    load(`/?utm_source=${"g".repeat(9000)}&utm_medium=cpc`);
    expect(campaignOfVisit()?.source?.length).toBeLessThan(2000);
    expect(campaignOfVisit()).not.toHaveProperty("medium");
  });

  it("is decoded", () => {
    load("/?utm_source=%00goo%ZZgle&utm_campaign=%F0%9F%8E%84&utm_term=%ff");
    expect(campaignOfVisit()).toEqual({ source: "\0goo%ZZgle", name: "🎄", term: "\ufffd" });
  });

  it("is unknown if storage is blocked", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("Blocked", "SecurityError");
    });
    load("/?utm_source=google");
    expect(campaignOfVisit()).toBeUndefined();
  });
});
