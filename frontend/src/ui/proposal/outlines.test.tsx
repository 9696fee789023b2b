import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { outline } from "~/test/outline";
import { aLine, aLook } from "~/test/rows";
import { Proposal } from "./proposal";
import { formatLineAmount, groupLines, nameAndDetail } from "./proposal-line";
import { ProposalSum } from "./proposal-sum";

const size = { choice: "How much we light", unit: "flat", quantity: "1.00" } as const;
const lines = [
  aLine({ id: "wreaths" }),
  aLine({
    id: "roof",
    text: "Roofline",
    unit: "ft",
    quantity: "120.50",
    unitPrice: "6.125",
    amount: "738.06",
  }),
  aLine({
    id: "discount",
    text: "Neighbor discount",
    ...size,
    choice: null,
    unitPrice: "-99.00",
    amount: "-99.00",
  }),
  aLine({ id: "basic", text: "Basic: Roofline only", ...size, amount: "542.80" }),
  aLine({
    id: "standard",
    text: "Standard: Porch too",
    ...size,
    quantity: "2.00",
    unitPrice: "450.00",
    amount: "900.00",
    suggested: true,
  }),
  aLine({ id: "all", text: "Everything", ...size, amount: "1500.00" }),
  aLine({
    id: "timer",
    text: "Timer: On at dusk",
    unit: "hour",
    quantity: "2.00",
    unitPrice: "12.50",
    amount: "25.00",
    optional: true,
  }),
  aLine({
    id: "star",
    text: "Star",
    unit: "piece",
    quantity: "1.00",
    unitPrice: "60.00",
    amount: "60.00",
    optional: true,
  }),
];

it("a proposal reads in its order, with what is chosen", () => {
  const { container } = render(
    <Proposal
      title="Premium Installation"
      aside={<a href="/pdf">Download the PDF</a>}
      look={aLook()}
      lines={lines}
      chosen={new Set(["basic", "star"])}
      onChoose={() => {}}
      note="We’d bring a second ladder."
      excludes={["repairs to gutters", "a lift"]}
    >
      <ProposalSum price="1191.00" deposit={{ first: "297.75", rest: "893.25" }} />
    </Proposal>,
  );
  expect(outline(container)).toMatchSnapshot();
});

it("a proposal leaves out what it lacks", () => {
  const { container } = render(
    <>
      <Proposal as="h3" title="Basic" lines={lines.slice(0, 1)} chosen={new Set()} bare />
      <Proposal title="Read-only" lines={lines.slice(3)} chosen={new Set(["all"])} note="" excludes={[]}>
        <ProposalSum price={null} deposit={null} />
      </Proposal>
    </>,
  );
  expect(outline(container)).toMatchSnapshot();
});

it("a choice and an option are read with their detail, amount and suggestion", () => {
  render(<Proposal title="Premium" lines={lines} chosen={new Set(["basic"])} onChoose={() => {}} />);
  for (const [role, name] of [
    ["radio", /^Basic: ?Roofline only ?\$542\.80$/],
    ["radio", /^Standard: ?Porch too ?2 × \$450\.00 ?We suggest this ?\$900\.00$/],
    ["radio", /^Everything ?\$1,500\.00$/],
    ["checkbox", /^Timer: ?On at dusk · 2 hours at \$12\.50 ?\+ ?\$25\.00$/],
    ["checkbox", /^Star ?\+ ?\$60\.00$/],
  ] as const)
    expect(screen.getByRole(role, { name })).toBeEnabled();
});

it("an option without a detail is read with its quantity", () => {
  const option = aLine({
    id: "bows",
    text: "Bows",
    optional: true,
    quantity: "3",
    unit: "piece",
    unitPrice: "8",
    amount: "24.00",
  });
  render(<Proposal title="Premium" lines={[option]} chosen={new Set()} onChoose={() => {}} />);
  expect(screen.getByRole("checkbox", { name: /^Bows ?3 pieces at \$8\.00 ?\+ ?\$24\.00$/ })).toBeEnabled();
});

it("lines are grouped, in their order", () => {
  const { choices, included, options } = groupLines(lines);
  const ids = (group: typeof lines) => group.map(({ id }) => id);
  expect(choices.map(({ name, lines: each }) => [name, ids(each)])).toEqual([
    ["How much we light", ["basic", "standard", "all"]],
  ]);
  expect([ids(included), ids(options)]).toEqual([
    ["wreaths", "roof", "discount"],
    ["timer", "star"],
  ]);
});

it.each([
  ["Standard: roofline and porch", "Standard", "roofline and porch"],
  ["Basic", "Basic", ""],
  ["Basic:roofline", "Basic:roofline", ""],
  [": roofline", ": roofline", ""],
  ["A: b: c", "A", "b: c"],
])("the line %j has the name %j and the detail %j", (text, name, detail) => {
  expect(nameAndDetail(text)).toEqual({ name, detail });
});

it.each([
  ["1190.00", "$1,190.00"],
  ["-99.00", "−$99.00"],
  ["0.005", "$0.005"],
  ["0.00", "$0.00"],
])("the amount %s is shown as %s", (amount, shown) => {
  expect(formatLineAmount(amount)).toBe(shown);
});
