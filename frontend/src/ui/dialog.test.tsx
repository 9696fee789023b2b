import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { aPerson } from "~/test/person";
import { Button } from "./button";
import { ConfirmDialog, Dialog } from "./dialog";
import { Segmented } from "./segmented";

function Page() {
  const [open, setOpen] = useState<"form" | "question" | null>(null);
  const [done, setDone] = useState(false);
  const close = () => setOpen(null);
  return (
    <main>
      <section aria-label="Address">
        {!done && <Button onClick={() => setOpen("form")}>Edit</Button>}
        <Button onClick={() => setOpen("question")}>Delete</Button>
      </section>
      <Dialog open={open === "form"} onOpenChange={close} title="Edit address">
        <input aria-label="City" />
        <Button
          onClick={() => {
            setDone(true);
            close();
          }}
        >
          Save
        </Button>
      </Dialog>
      <ConfirmDialog
        open={open === "question"}
        onOpenChange={close}
        question="Delete this address?"
        description="It can't be undone."
        cancel={<Button>Keep address</Button>}
        confirm={<Button>Delete address</Button>}
      />
    </main>
  );
}

it("starts at the chosen radio button, as Tab does", async () => {
  render(
    <Dialog open onOpenChange={() => {}} title="Record a payment">
      <Segmented
        legend="Paid by"
        name="method"
        defaultValue="check"
        options={[
          { value: "cash", label: "Cash" },
          { value: "check", label: "Check" },
        ]}
      />
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole("radio", { name: "Check" })).toHaveFocus());
});

it("starts at its beginning if the safe choice is out of view below long terms", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, 320, this.getAttribute("role") === "alertdialog" ? 511 : 840);
  });
  render(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      question="Accept this quote?"
      description="You're accepting $1,140.00."
      cancel={<Button>Not yet</Button>}
      confirm={<Button>Accept</Button>}
    >
      <p>Our terms</p>
    </ConfirmDialog>,
  );
  await waitFor(() => expect(screen.getByRole("alertdialog")).toHaveFocus());
});

it.each([
  ["Edit", "dialog", "City"],
  ["Delete", "alertdialog", "Keep address"],
])(
  "%s: the dialog has a close button, and the focus starts past it and returns",
  async (opener, role, first) => {
    render(<Page />);
    const person = aPerson();
    await person.click(screen.getByRole("button", { name: opener }));
    expect(await screen.findByRole(role)).toBeVisible();
    const start = screen.queryByLabelText(first) ?? screen.getByRole("button", { name: first });
    await waitFor(() => expect(start).toHaveFocus());
    await person.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name: opener })).toHaveFocus());
  },
);

it("a dialog whose opener is gone returns the focus to the region around it", async () => {
  render(<Page />);
  const person = aPerson();
  await person.click(screen.getByRole("button", { name: "Edit" }));
  await person.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("region", { name: "Address" })).toHaveFocus());
});

function Waiting() {
  const [state, setState] = useState<"closed" | "loading" | "loaded">("closed");
  const close = () => setState("closed");
  return (
    <main>
      <Button onClick={() => setState("loading")}>Pick a day</Button>
      <Dialog key="loading" open={state === "loading"} onOpenChange={close} title="Loading">
        <Button onClick={() => setState("loaded")}>It is there</Button>
      </Dialog>
      <Dialog key="loaded" open={state === "loaded"} onOpenChange={close} title="Schedule a visit">
        <input aria-label="Day" />
      </Dialog>
    </main>
  );
}

it("a dialog that replaces one that was loading returns the focus to the opener of the first", async () => {
  render(<Waiting />);
  const person = aPerson();
  await person.click(screen.getByRole("button", { name: "Pick a day" }));
  await person.click(await screen.findByRole("button", { name: "It is there" }));
  await waitFor(() => expect(screen.getByLabelText("Day")).toHaveFocus());
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Pick a day" })).toHaveFocus());
});

function Opener({ Fresh }: { Fresh: typeof Dialog }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setOpen(!open)}>{open ? "Opening" : "Pick a day"}</Button>
      <Fresh open={open} onOpenChange={setOpen} title="Schedule a visit">
        <input aria-label="Day" />
      </Fresh>
    </main>
  );
}

it("a dialog whose code does not arrive shows a toast, and opens on the next click", async () => {
  vi.resetModules(); // no dialog was opened yet
  const parts = await import("~/lib/load-part");
  const { Dialog: Fresh } = await import("./dialog");
  const { Toaster } = await import("./toaster");
  render(
    <>
      <Opener Fresh={Fresh} />
      <Toaster />
    </>,
  );
  const person = aPerson();
  await person.tab(); // the code of the toasts comes with the first key
  await screen.findByRole("region", { name: /^Notifications/ });
  const { held, release } = hold();
  vi.spyOn(parts, "loadPart").mockImplementation(async () => {
    await held;
    throw new parts.PartMissing("offline");
  });
  await person.click(screen.getByRole("button", { name: "Pick a day" }));
  await person.click(screen.getByRole("button", { name: "Opening" }));
  await act(async () => release());
  expect(screen.queryByText("We couldn't open this"), "it is not open anymore").not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Pick a day" }));
  expect(await screen.findByText("We couldn't open this")).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Schedule a visit" })).not.toBeInTheDocument();
  vi.mocked(parts.loadPart).mockRestore();
  await person.click(screen.getByRole("button", { name: "Pick a day" }));
  expect(await screen.findByRole("dialog", { name: "Schedule a visit" })).toBeVisible();
});
