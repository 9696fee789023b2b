import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CircleCheck } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { formatMoney } from "~/lib/format";
import { loadPage } from "~/lib/load-page";
import { aPerson } from "~/test/person";
import { hydrateAt, renderAt } from "~/test/render";
import { customer, signIn } from "~/test/server";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { useEarlyInput } from "./early-input";
import { FieldGroup } from "./field";
import { focusFirstInvalid } from "./form/form-errors";
import { FormTitle } from "./form/form-title";
import { Segmented } from "./segmented";
import { SentCard } from "./sent-card";
import { privatePageMeta, publicPageMeta } from "./seo";
import { ShareLook } from "./share-look";
import { TabList, TabPanel, Tabs } from "./tabs";
import { toast } from "./toast";
import { useNear } from "./use-near";
import { useRequiredUser } from "./use-required-user";

afterEach(() => {
  vi.useRealTimers();
});

function Next() {
  const [open, setOpen] = useState(false);
  const next = useRef<HTMLHeadingElement>(null);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <h2 ref={next} tabIndex={-1}>
        Next row
      </h2>
      <Dialog open={open} onOpenChange={setOpen} title="Row">
        <Button
          onClick={() => {
            setOpen(false);
            setTimeout(() => next.current?.focus());
          }}
        >
          Done
        </Button>
      </Dialog>
    </main>
  );
}

it("a dialog leaves the focus where its action moves it", async () => {
  render(<Next />);
  const person = aPerson();
  for (const _ of [1, 2]) {
    await person.click(screen.getByRole("button", { name: "Open" }));
    await person.click(await screen.findByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "Next row" })).toHaveFocus());
  }
});

function Places() {
  useEarlyInput("places");
  const [place, setPlace] = useState("shop");
  return (
    <fieldset id="places">
      {["home", "shop", "barn"].map((name) => (
        <input
          key={name}
          type="radio"
          name="place"
          aria-label={name}
          checked={place === name}
          onChange={() => setPlace(name)}
        />
      ))}
    </fieldset>
  );
}

it.each(["home", "shop", "barn"])("a radio button chosen before the scripts ran stays: %s", (name) => {
  hydrateAt("/", <Places />, (page) => page.querySelector<HTMLElement>(`[aria-label=${name}]`)?.click());
  expect(screen.getByRole("radio", { checked: true })).toHaveAccessibleName(name);
});

it("a tab is likely to be opened when the pointer or the focus is on it", async () => {
  const likely = vi.fn();
  const change = vi.fn();
  const { person } = renderAt(
    "/",
    <Tabs value="jobs" onValueChange={change}>
      <TabList
        label="Desk"
        value="jobs"
        tabs={[
          { value: "quotes", label: "Quotes" },
          { value: "jobs", label: "Jobs" },
          { value: "money", label: "Money" },
        ]}
        onLikely={likely}
      />
      <TabPanel value="jobs">Jobs</TabPanel>
    </Tabs>,
  );
  await person.hover(screen.getByRole("tab", { name: "Money" }));
  expect(likely.mock.calls).toEqual([["money"]]);
  await person.tab();
  expect(likely).toHaveBeenLastCalledWith("jobs");
  expect(change).not.toHaveBeenCalled();
  await person.keyboard("{ArrowLeft}");
  expect(likely).toHaveBeenLastCalledWith("quotes");
  expect(change.mock.calls).toEqual([["quotes"]]);
});

it("a toast's action can be used for five seconds, even if the toast stays", async () => {
  const run = vi.fn();
  const { person } = renderAt("/", <p>page</p>);
  const show = () => act(() => toast({ title: "Sent", action: { label: "Undo", altText: "Open it", run } }));
  show();
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Sent")).not.toBeInTheDocument());

  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  await screen.findByRole("button", { name: "Undo" });
  fireEvent.pointerMove(screen.getByText("Sent")); // the toast stays while the pointer is on it
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  act(() => void vi.advanceTimersByTime(1_500));
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  expect(screen.getByText("Sent")).toBeVisible();
});

it("a toast closes after five seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderAt("/", <p>page</p>);
  act(() => toast({ title: "Saved" }));
  await screen.findByText("Saved");
  act(() => void vi.advanceTimersByTime(4_500));
  expect(screen.getByText("Saved")).toBeVisible();
  act(() => void vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(screen.queryByText("Saved")).not.toBeInTheDocument());
});

function Private() {
  const { user } = useRequiredUser({ title: "Please Log In", description: "To see it." });
  return <p>{user ? `Hello ${user.firstName}` : "Waiting"}</p>;
}

it("a page for users sends visitors to sign in, and back to its query", async () => {
  const { unmount } = renderAt("/subscribe?plan=business", <Private />);
  expect(await screen.findByText("Please Log In")).toBeVisible();
  await waitFor(() => expect(loadPage).toHaveBeenCalled());
  expect(loadPage).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2Fsubscribe%3Fplan%3Dbusiness");
  expect(screen.getByText("Waiting")).toBeVisible();
  unmount();

  signIn(customer);
  renderAt("/subscribe", <Private />);
  expect(await screen.findByText("Hello Eleanor")).toBeVisible();
  expect(loadPage).toHaveBeenCalledOnce();
});

it("a page for users that is left sends nobody to sign in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = renderAt("/subscribe", <Private />);
  await screen.findByText("Please Log In");
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(loadPage).not.toHaveBeenCalled();
});

it.each(["page", "card", "nowhere"] as const)(
  "a confirmation moves the view and the focus to: %s",
  (scrollTo) => {
    const again = vi.fn();
    render(
      <MemoryRouter>
        <SentCard
          title="Sent"
          icon={CircleCheck}
          next="Soon"
          scrollTo={scrollTo}
          follow={{ label: "See it", to: "/" }}
          again="Send another"
          onAgain={again}
        >
          {null}
        </SentCard>
      </MemoryRouter>,
    );
    const heading = screen.getByRole("heading", { name: "Sent" });
    expect(document.activeElement === heading).toBe(scrollTo !== "nowhere");
    const instant = { behavior: "instant" };
    if (scrollTo === "page") expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, ...instant });
    if (scrollTo === "card")
      expect(heading.scrollIntoView).toHaveBeenLastCalledWith({ block: "start", ...instant });
    fireEvent.click(screen.getByRole("button", { name: "Send another" }));
    expect(again).toHaveBeenCalledOnce();
  },
);

it("a form that replaces its confirmation again takes the focus with its heading", () => {
  const { rerender } = render(
    <FormTitle as="h2" focused={false}>
      Send
    </FormTitle>,
  );
  expect(screen.getByRole("heading")).not.toHaveFocus();
  rerender(
    <FormTitle as="h2" focused>
      Send
    </FormTitle>,
  );
  expect(screen.getByRole("heading")).toHaveFocus();
});

it("the first choice of an invalid group takes the focus, in the order of the page", () => {
  const { container } = render(
    <form>
      <input aria-label="Name" />
      <FieldGroup label="Size" radio error="Choose one">
        <input type="radio" name="size" aria-label="small" />
        <input type="radio" name="size" aria-label="large" />
      </FieldGroup>
      <input aria-label="City" aria-invalid />
    </form>,
  );
  expect(focusFirstInvalid(container.querySelector("form") as HTMLFormElement)).toBe(true);
  expect(screen.getByLabelText("small")).toHaveFocus();
  const valid = document.createElement("form");
  expect(focusFirstInvalid(valid)).toBe(false);
});

it("a segmented choice reports each choice", async () => {
  const change = vi.fn();
  const options = [
    { value: "call", label: "Call" },
    { value: "text", label: "Text" },
  ];
  const { person } = renderAt(
    "/",
    <Segmented legend="How" name="how" options={options} value="call" onValueChange={change} />,
  );
  await person.click(screen.getByText("Text"));
  expect(change.mock.calls).toEqual([["text"]]);
  expect(screen.getByRole("radio", { name: "Call" })).toBeChecked();
});

it("the link of a look disappears when it can be shared after all", async () => {
  const { person } = renderAt("/", <ShareLook code="p-warm-w" />);
  const copy = vi.spyOn(navigator.clipboard, "writeText");
  copy.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  const share = screen.getByRole("button", { name: "Share this look" });
  await person.click(share);
  expect(await screen.findByRole("textbox")).toBeVisible();
  await person.click(share);
  await waitFor(() => expect(screen.queryByRole("textbox")).not.toBeInTheDocument());
});

function Far() {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  return (
    <Suspense>
      <div ref={box}>{isNear ? "Loaded" : "Far away"}</div>
    </Suspense>
  );
}

it("what is far down a page loads when it comes near, and stays", () => {
  let report = (_: { isIntersecting: boolean }[]) => {};
  const margins: (string | undefined)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onChange: typeof report, { rootMargin }: { rootMargin?: string } = {}) {
        report = onChange;
        margins.push(rootMargin);
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Far />);
  act(() => report([{ isIntersecting: false }]));
  expect(screen.getByText("Far away")).toBeVisible();
  act(() => report([{ isIntersecting: true }]));
  expect(screen.getByText("Loaded")).toBeVisible();
  act(() => report([{ isIntersecting: false }]));
  expect(screen.getByText("Loaded")).toBeVisible();
  expect(margins[0]).toBe("400px 0px");
});

it("what is far down a page loads at once in a browser that can't tell", () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  render(<Far />);
  expect(screen.getByText("Loaded")).toBeVisible();
});

it("a public page tells search engines its own address, picture and data", () => {
  const metaOf = (path: string) =>
    publicPageMeta({ title: "Terms", description: "Plain.", path, structuredData: { "@type": "FAQPage" } });
  expect(metaOf("/terms")).toEqual(
    expect.arrayContaining([
      { title: "Terms | Seacoast Holiday Lights" },
      { name: "description", content: "Plain." },
      { tagName: "link", rel: "canonical", href: "http://127.0.0.1:8000/terms" },
      { property: "og:title", content: "Terms | Seacoast Holiday Lights" },
      { property: "og:description", content: "Plain." },
      { property: "og:url", content: "http://127.0.0.1:8000/terms" },
      { property: "og:image", content: "http://127.0.0.1:8000/share/terms.jpg" },
      { property: "og:image:alt", content: "Seacoast Holiday Lights: Terms" },
      { "script:ld+json": { "@type": "FAQPage" } },
    ]),
  );
  expect(metaOf("/")).toContainEqual({
    property: "og:image",
    content: "http://127.0.0.1:8000/share/home.jpg",
  });
  const delivered = catalog.treeSizes.map((tree) => Number(tree.price) + Number(tree.deliveryPrice));
  const installed = catalog.packages.map(({ startingPrice }) => Number(startingPrice));
  expect(metaOf("/").find((each) => "script:ld+json" in each)).toMatchObject({
    "script:ld+json": {
      "@type": "LocalBusiness",
      "@id": "http://127.0.0.1:8000/#business",
      priceRange: `${formatMoney(Math.min(...delivered))}-${formatMoney(Math.max(...installed))}+`,
      makesOffer: catalog.packages.map(({ name }) => ({ name })),
    },
  });
  const blank = { ...business };
  onTestFinished(() => void Object.assign(business, blank)); // other files share the module
  const pages = {
    instagramUrl: "https://i.example",
    facebookUrl: "https://f.example",
    reviewsUrl: "https://r.example",
  };
  Object.assign(business, pages, { photosUrl: "https://p.example" });
  expect(metaOf("/")).toContainEqual({
    "script:ld+json": expect.objectContaining({ sameAs: Object.values(pages) }),
  });
  expect(privatePageMeta("Checkout")).toEqual([
    { title: "Checkout | Seacoast Holiday Lights" },
    { name: "robots", content: "noindex" },
  ]);
});
