import { api, type RequestBody } from "~/api/client";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import type { components } from "~/api/schema.gen";
import { deskKeys } from "../shared/keys";

export type Business = components["schemas"]["Business"];
export type BusinessChanges = Omit<RequestBody<"/api/desk/business", "patch">, "updatedAt">;
export type EditedText = components["schemas"]["Text"];
export type TextPageName = EditedText["page"];

/** The business's details. Never cached, since someone else may have changed them. */
export const businessQuery = { ...getQuery(deskKeys.business("now"), "/api/desk/business"), gcTime: 0 };

/** The changes to the business's details, newest first; fetched again on each visit. */
export const businessVersionsQuery = {
  ...listQuery(deskKeys.business("versions"), "/api/desk/business/versions", { query: { limit: 10 } }),
  staleTime: 0,
};

/** Save changes to the version written at `updatedAt`. If there is a newer one, the server rejects them (409). */
export const saveBusiness = (updatedAt: string | null, changes: BusinessChanges) =>
  api.patch("/api/desk/business", { body: { updatedAt, ...changes } });

/** A page's newest text. */
export const textQuery = (page: TextPageName) => ({
  ...getQuery(deskKeys.text(page, "now"), "/api/desk/texts/{page}", { path: { page } }),
  gcTime: 0,
});

/**
 * A page's versions and their authors, newest first, without the first one, which comes with the product. Fetched again
 * on each visit.
 */
export const textVersionsQuery = (page: TextPageName) => ({
  ...listQuery(deskKeys.text(page, "versions"), "/api/desk/texts/{page}/versions", {
    path: { page },
    query: { limit: 10 },
  }),
  staleTime: 0,
});

/** A version of a page's text. */
export const textVersionQuery = (page: TextPageName, number: number) =>
  getQuery(deskKeys.text(page, `version ${number}`), "/api/desk/texts/{page}/versions/{number}", {
    path: { page, number },
  });

/** Add a version after the one written at `updatedAt`. If there is a newer one, the server rejects it (409). */
export const saveText = (page: TextPageName, updatedAt: string | null, markdown: string) =>
  api.put("/api/desk/texts/{page}", { path: { page }, body: { updatedAt, markdown } });

/** Return the HTML that a page would show. */
export const previewText = (page: TextPageName, markdown: string) =>
  api.post("/api/desk/texts/{page}/preview", { path: { page }, body: { markdown } });
