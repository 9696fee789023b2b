import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { createQueryClient } from "~/app/query-client";
import { aPerson } from "~/test/person";
import { Toaster } from "~/ui/toaster";

/** Return an element at a URL, within a router. */
function pageAt(path: string, element: ReactNode) {
  const queryClient = createQueryClient();
  const page = (
    <QueryClientProvider client={queryClient}>
      {element}
      <Toaster />
    </QueryClientProvider>
  );
  const router = createMemoryRouter(
    [
      { path: "/my-services", element: <h1>My Services</h1> },
      { path: "*", element: page },
    ],
    { initialEntries: [path] },
  );
  return { router, queryClient, page: <RouterProvider router={router} /> };
}

/** Render an element at a URL as the app does; return what `render` returns and a user-event `person`. */
export function renderAt(path: string, element: ReactNode) {
  const { page, ...parts } = pageAt(path, element);
  return { ...parts, person: aPerson(), ...render(page) };
}

/** Like `renderAt`, but hydrate a prerendered page. `before` uses the page before its scripts have loaded. */
export function hydrateAt(path: string, element: ReactNode, before: (page: HTMLElement) => void) {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(pageAt(path, element).page);
  before(container);
  const { router, page } = pageAt(path, element);
  return { router, person: aPerson(), ...render(page, { container, hydrate: true }) };
}
