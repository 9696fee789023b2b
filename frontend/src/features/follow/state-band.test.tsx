import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { StateBand } from "./components/state-band";

function Page({ title, card = true }: { title: string; card?: boolean }) {
  return (
    <main tabIndex={-1}>
      <StateBand title={title} lead="" reference="" />
      {card && <button type="button">{title}: accept</button>}
    </main>
  );
}

it("a new state takes the focus if the card with it is gone, but not from a card that stays", async () => {
  const { rerender } = render(<Page title="Priced" />);
  expect(screen.getByRole("heading")).not.toHaveFocus();
  screen.getByRole("button").focus();
  rerender(<Page title="Changed" />);
  await new Promise((resolve) => setTimeout(resolve)); // after the heading's own
  expect(screen.getByRole("button", { name: "Changed: accept" })).toHaveFocus();
  rerender(<Page title="Accepted" card={false} />);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Accepted" })).toHaveFocus());
});
