import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Proposal } from "./proposal";
import { type ProposalLine, quantityWords } from "./proposal-line";
import { ProposalSum } from "./proposal-sum";

const line = (id: string, values: Partial<ProposalLine>): ProposalLine => ({
  id,
  text: id,
  quantity: "1.00",
  unit: "flat",
  unitPrice: "100.00",
  amount: "100.00",
  optional: false,
  choice: null,
  suggested: false,
  ...values,
});

const lines = [
  line("wreaths", { text: "Wreaths", quantity: "5.00", unit: "piece", unitPrice: "38.00", amount: "190.00" }),
  line("basic", { text: "Basic: Roofline only", choice: "How much we light", amount: "542.80" }),
  line("timer", { text: "Timer: On at dusk", optional: true, amount: "25.00" }),
  line("standard", { text: "Standard: Porch too", choice: "How much we light", suggested: true }),
  line("discount", { text: "Neighbor discount", unitPrice: "-99.00", amount: "-99.00" }),
];

describe("a proposal", () => {
  it("shows choices, included lines with discounts, options and exclusions", async () => {
    const choose = vi.fn();
    render(
      <Proposal
        title="Premium Installation"
        lines={lines}
        chosen={new Set(["standard"])}
        onChoose={choose}
        note="We’d bring a second ladder."
        excludes={["repairs to gutters", "a lift"]}
        editedId="wreaths"
      >
        <ProposalSum price="1191.00" deposit={{ first: "297.75", rest: "893.25" }} />
      </Proposal>,
    );
    const choice = within(screen.getByRole("group", { name: "How much we light" }));
    expect(choice.getByRole("radio", { name: /^Standard: ?Porch too/ })).toBeChecked();
    const included = within(screen.getByRole("region", { name: "Included" }));
    const items = included.getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Wreaths5 pieces at $38.00$190.00",
      "Neighbor discount−$99.00",
    ]);
    expect(items[0]).toHaveAttribute("data-edited");
    expect(screen.getByText("Not included:").nextSibling).toHaveTextContent("repairs to guttersa lift");
    expect(screen.getByText("“We’d bring a second ladder.”")).toBeInTheDocument();
    const price = screen.getByText("$1,191.00");
    expect(price.parentElement).toHaveTextContent("Your price");
    // A choice further up changes it, so it is announced.
    expect(price).toHaveAttribute("aria-live", "polite");
    expect(screen.getByText("$297.75")).toBeInTheDocument();

    await userEvent.click(choice.getByRole("radio", { name: /^Basic/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^Timer: ?On at dusk/ }));
    expect(choose.mock.calls.map(([{ id }]) => id)).toEqual(["basic", "timer"]);
  });

  it("is read-only if nothing can be chosen anymore", () => {
    render(<Proposal title="Premium" lines={lines} chosen={new Set(["standard", "timer"])} />);
    expect(screen.getByRole("radio", { name: /^Basic/ })).toBeDisabled();
    const timer = screen.getByRole("checkbox", { name: /^Timer/ });
    expect(timer).toBeDisabled();
    expect(timer).toBeChecked();
  });

  it.each([
    ["24.00", "ft", "6.50", "24 ft at $6.50"],
    ["1.00", "ft", "6.50", "1 ft at $6.50"],
    ["2.50", "hour", "85.00", "2.5 hours at $85.00"],
    ["1.00", "hour", "85.00", "1 hour at $85.00"],
    ["1200.00", "piece", "0.005", "1,200 pieces at $0.005"],
    ["1.00", "piece", "38.00", null],
    ["1.00", "flat", "838.00", null],
    ["2.00", "flat", "45.00", "2 × $45.00"],
  ] as const)("says %s %s at %s as %s", (quantity, unit, unitPrice, words) => {
    expect(quantityWords(line("a", { quantity, unit, unitPrice }))).toBe(words);
  });
});
