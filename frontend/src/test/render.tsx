import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { createQueryClient } from "~/lib/query-client";
import { Toaster } from "~/ui/toaster";

/** Renders a page or a part of one as the app does, at an address, with a person at the keyboard. */
export function renderAt(path: string, element: ReactNode) {
  const page = (
    <QueryClientProvider client={createQueryClient()}>
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
  const person = userEvent.setup();
  return { router, person, ...render(<RouterProvider router={router} />) };
}
