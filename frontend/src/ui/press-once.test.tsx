import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { Button } from "./button";
import { Form, SubmitButton } from "./form/form";
import { useAppForm } from "./form/use-app-form";

describe("a button whose work takes time", () => {
  const button = () => screen.getByRole("button");

  it("shows that it is pending, and ignores clicks until it is done", async () => {
    const { held, release } = hold();
    const work = vi.fn(() => held);
    render(
      <Button pendingLabel="Sending..." onClick={work}>
        Send
      </Button>,
    );
    // Both clicks come before the button has rendered as pending.
    act(() => {
      button().click();
      button().click();
    });
    expect(button()).toHaveAccessibleName("Sending...");
    expect(button()).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button());
    expect(work).toHaveBeenCalledOnce();
    release();
    await waitFor(() => expect(button()).toHaveAccessibleName("Send"));
    await userEvent.click(button());
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("is not pending if its handler returns no promise", async () => {
    const work = vi.fn();
    render(<Button onClick={work}>Open</Button>);
    await userEvent.dblClick(button());
    expect(work).toHaveBeenCalledTimes(2);
    expect(button()).not.toHaveAttribute("aria-disabled");
  });
});

it("a button that is unavailable does nothing, not even through Enter in a field of its form", async () => {
  const work = vi.fn();
  const send = vi.fn();
  render(
    <form onSubmit={send}>
      <input aria-label="Name" />
      <Button disabled onClick={work}>
        Preview
      </Button>
      <Button type="submit" disabled onClick={work}>
        Send
      </Button>
    </form>,
  );
  for (const button of screen.getAllByRole("button")) await userEvent.click(button);
  await userEvent.type(screen.getByLabelText("Name"), "Ann{Enter}");
  expect(work).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
});

function Letter({ send, onSent }: { send: () => Promise<void>; onSent: () => void }) {
  const letter = useAppForm({ resolver: (values) => ({ values, errors: {} }), defaults: {}, send, onSent });
  return (
    <Form of={letter}>
      <SubmitButton pendingLabel="Sending...">Send</SubmitButton>
    </Form>
  );
}

describe("a form that is sent", () => {
  it("shows that it is pending, and is sent once", async () => {
    const { held, release } = hold();
    const send = vi.fn(() => held);
    const onSent = vi.fn();
    const { person } = renderAt("/", <Letter send={send} onSent={onSent} />);
    await person.click(screen.getByRole("button", { name: "Send" }));
    await person.click(await screen.findByRole("button", { name: "Sending..." }));
    expect(send).toHaveBeenCalledOnce();
    release();
    expect(await screen.findByRole("button", { name: "Send" })).not.toHaveAttribute("aria-disabled");
    expect(send).toHaveBeenCalledOnce();
    expect(onSent).toHaveBeenCalledOnce();
  });
});
