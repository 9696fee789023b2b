import { queryOptions } from "@tanstack/react-query";
import { api, type RequestBody } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { components } from "~/api/schema.gen";
import { deskKeys } from "../shared/keys";

export type Business = components["schemas"]["Business"];
export type BusinessChanges = Omit<RequestBody<"/api/desk/business", "patch">, "updatedAt">;
export type EditedText = components["schemas"]["Text"];
export type TextPageName = EditedText["page"];

/** Who the business is. Always fetched anew: somebody else may have changed it. */
export const businessQuery = queryOptions({
  queryKey: deskKeys.business("now"),
  queryFn: ({ signal }) => api.get("/api/desk/business", { signal }),
  gcTime: 0,
});

/** Who changed what about the business, newest first. */
export const businessVersionsQuery = listQuery(deskKeys.business("versions"), "/api/desk/business/versions", {
  query: { limit: 10 },
});

/** Save changes of the version written at `updatedAt`; a newer one is a conflict (409). */
export const saveBusiness = (updatedAt: string | null, changes: BusinessChanges) =>
  api.patch("/api/desk/business", { body: { updatedAt, ...changes } });

/** A page's newest text. */
export const textQuery = (page: TextPageName) =>
  queryOptions({
    queryKey: deskKeys.text(page, "now"),
    queryFn: ({ signal }) => api.get("/api/desk/texts/{page}", { path: { page }, signal }),
    gcTime: 0,
  });

/** Who wrote a page's versions, newest first, without the first one, which the product brings. */
export const textVersionsQuery = (page: TextPageName) =>
  listQuery(deskKeys.text(page, "versions"), "/api/desk/texts/{page}/versions", {
    path: { page },
    query: { limit: 10 },
  });

/** A version of a page's text. */
export const textVersionQuery = (page: TextPageName, number: number) =>
  queryOptions({
    queryKey: deskKeys.text(page, `version ${number}`),
    queryFn: ({ signal }) =>
      api.get("/api/desk/texts/{page}/versions/{number}", { path: { page, number }, signal }),
  });

/** Add a version after the one written at `updatedAt`; a newer one is a conflict (409). */
export const saveText = (page: TextPageName, updatedAt: string | null, markdown: string) =>
  api.put("/api/desk/texts/{page}", { path: { page }, body: { updatedAt, markdown } });

/** Return what a page would show. */
export const previewText = (page: TextPageName, markdown: string) =>
  api.post("/api/desk/texts/{page}/preview", { path: { page }, body: { markdown } });
