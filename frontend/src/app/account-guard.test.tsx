import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { useSession } from "~/api/auth";
import { readDraft, writeDraft } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { AccountGuard } from "./account-guard";
import App from "./root";

const another = { ...customer, id: "0198a000-0000-7000-8000-000000000002", email: "oscar@example.com" };

function Page() {
  return <p>{useSession().user?.email ?? "Nobody"}</p>;
}

/** Open a page as the customer. `answer` is the server's response after someone has signed in in another tab. */
async function openAndReturn(answer: () => Response, token = "another-token") {
  signIn(customer);
  renderAt(
    "/",
    <>
      <AccountGuard />
      <Page />
    </>,
  );
  await screen.findByText(customer.email);
  let asked = 0;
  server.use(
    http.get("/api/auth/user", () => {
      asked += 1;
      return answer();
    }),
  );
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = `csrftoken=${token}`;
  const focus = () => act(async () => void window.dispatchEvent(new Event("focus")));
  await focus();
  return { asked: () => asked, focus };
}

it("a tab is reloaded if someone else has signed in in another one, without what was typed before", async () => {
  writeDraft("address:new", { street: "41 Marcy Street" });
  await openAndReturn(() => HttpResponse.json(another));
  await waitFor(() =>
    expect(loadPage).toHaveBeenCalledExactlyOnceWith(window.location.pathname + window.location.search),
  );
  expect(readDraft("address:new")).toBeNull();
});

it.each([
  ["the same person", () => HttpResponse.json(customer)],
  ["nobody", () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })],
])("a tab stays as it is, and asks once, if %s has signed in", async (_who, answer) => {
  const { asked, focus } = await openAndReturn(answer);
  await waitFor(() => expect(asked()).toBe(1));
  await focus();
  await focus();
  expect(asked()).toBe(1);
  expect(loadPage).not.toHaveBeenCalled();
});

it("a tab asks again at the next return if the server didn't respond", async () => {
  let works = false;
  const { asked, focus } = await openAndReturn(() =>
    works ? HttpResponse.json(another) : new HttpResponse(null, { status: 503 }),
  );
  await waitFor(() => expect(asked()).toBe(1));
  works = true;
  await focus();
  await waitFor(() => expect(loadPage).toHaveBeenCalledOnce());
});

it("a tab asks nothing while no one has signed in", async () => {
  const { asked } = await openAndReturn(() => HttpResponse.json(another), "signed-in-token");
  expect(asked()).toBe(0);
});

it("every page has the guard", async () => {
  signIn(customer);
  const router = createMemoryRouter([
    { path: "/", element: <App />, children: [{ index: true, element: <Page /> }] },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText(customer.email);
  signIn(another);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = "csrftoken=another-token";
  fireEvent.focus(window);
  await waitFor(() => expect(loadPage).toHaveBeenCalledOnce());
});
