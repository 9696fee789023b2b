import { useQuery } from "@tanstack/react-query";
import { api } from "~/api/client";
import type { components } from "~/api/schema.gen";

export type TextPageName = components["schemas"]["PageText"]["page"];

interface ShownText {
  html: string;
  contents: string;
}

/**
 * Return the text of a page. On a page load, the text is in the HTML, where the server has replaced the build's tokens
 * with it. After a navigation within the app, it is fetched.
 */
export function useText(page: TextPageName) {
  return useQuery<ShownText>({
    queryKey: ["texts", page],
    queryFn: ({ signal }) => api.get("/api/texts/{page}", { path: { page }, signal }),
    initialData: () => textOfDocument(page),
    // The owner may have changed it since.
    staleTime: 60_000,
  });
}

function textOfDocument(page: TextPageName): ShownText | undefined {
  // The development server doesn't replace the tokens.
  if (import.meta.env.DEV) return undefined;
  if (typeof document === "undefined") {
    return { html: `@@text.${page}.html@@`, contents: `@@text.${page}.contents@@` };
  }
  const html = document.querySelector(`[data-text="${page}"]`)?.innerHTML;
  const contents = document.querySelector(`[data-contents="${page}"]`)?.innerHTML;
  return html && contents ? { html, contents } : undefined;
}
