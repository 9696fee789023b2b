import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { anEstimate } from "~/test/rows";
import { server } from "~/test/server";
import { EstimatePrice } from "./estimate-price";
import type { EstimateChoice } from "./use-estimate";

const packages = ["basic", "premium", "commercial"] as const;
const ranges = {
  basic: { low: 299, high: 619 },
  premium: { low: 864, high: 1674 },
  commercial: { low: null, high: null },
};

type Respond = (choice: EstimateChoice) => Promise<Response> | Response;
const estimated: Respond = (choice) => HttpResponse.json(anEstimate({ ...ranges[choice.servicePackage] }));

let asked: EstimateChoice[];

function serverResponds(respond: Respond) {
  server.use(
    http.post("/api/estimate", async ({ request }) => {
      const choice = (await request.json()) as EstimateChoice;
      asked.push(choice);
      return respond(choice);
    }),
  );
}

/** Three packages to choose from, and the price of the chosen one. */
function Switch({ house }: { house: Partial<EstimateChoice> }) {
  const [servicePackage, choose] = useState<EstimateChoice["servicePackage"]>("premium");
  return (
    <>
      {packages.map((each) => (
        <button key={each} type="button" onClick={() => choose(each)}>
          {each}
        </button>
      ))}
      <EstimatePrice
        choice={{ servicePackage, addOns: ["timers"], ...house }}
        inWords={(choice) => `The ${choice.servicePackage} one`}
      />
    </>
  );
}

function open(house: Partial<EstimateChoice> = {}) {
  const { person, container } = renderAt("/", <Switch house={house} />);
  const price = () => container.querySelector("[aria-live]");
  return { person, price, choose: (name: string) => person.click(screen.getByRole("button", { name })) };
}

beforeEach(() => {
  asked = [];
  serverResponds(estimated);
});

describe("the price of a choice", () => {
  it("is a range that asks for two taps while the house is unknown", async () => {
    const { price } = open();
    expect(await screen.findByText("$860 to $1,670")).toBeVisible();
    expect(price()).toHaveTextContent(
      "The premium one, about $860 to $1,670 Tap stories and width for a closer price. We'll confirm it within 24 hours.",
    );
    expect(asked).toEqual([{ servicePackage: "premium", addOns: ["timers"] }]);
  });

  it("is part of the build for the first look", () => {
    const { price } = open({ addOns: ["wreaths"] });
    expect(price()).toHaveTextContent("The premium one, about $640 to $1,340");
    expect(asked).toEqual([]);
  });

  it("is for the visitor's house once its size is known", async () => {
    const { price } = open({ storeys: 2, frontWidthFeet: 60 });
    await screen.findByText("$860 to $1,670");
    expect(price()).toHaveTextContent("For a house like yours. We'll confirm it within 24 hours.");
  });

  it("asks for the width too if only the stories are known", async () => {
    const { price } = open({ storeys: 2 });
    await screen.findByText("$860 to $1,670");
    expect(price()).toHaveTextContent("Tap stories and width for a closer price.");
  });

  it("is a custom quote for Commercial, without a request", async () => {
    const { price, choose } = open();
    await screen.findByText("$860 to $1,670");
    await choose("commercial");
    expect(price()).toHaveTextContent(
      "The commercial one, Custom Quote We measure, design and price it with you. The visit is free.",
    );
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["fails", () => HttpResponse.json({ message: "Something went wrong" }, { status: 500 })],
    ["is unreachable", () => HttpResponse.error()],
    ["never responds", () => delay("infinite").then(() => HttpResponse.error())],
  ])("is the sum of the published prices while the server %s", async (_, respond) => {
    serverResponds(respond);
    const { price, person } = open();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(price()).toHaveTextContent(
      "The premium one, starting at $624 We'll send your price within 24 hours.",
    );
    await person.click(screen.getByText("What's in it"));
    expect(screen.getByText("from $599")).toBeVisible();
    expect(screen.getByText("from $25")).toBeVisible();
  });

  it("is requested again when the browser is back online", async () => {
    serverResponds(() => HttpResponse.error());
    const { price } = open();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(price()).toHaveTextContent("starting at $624");
    serverResponds(estimated);
    act(() => ["offline", "online"].forEach((type) => void window.dispatchEvent(new Event(type))));
    expect(await screen.findByText("$860 to $1,670")).toBeVisible();
  });
});

describe("after another choice", () => {
  it("the previous price stays for a moment, with its own choice", async () => {
    let respond = () => {};
    const { price, choose } = open();
    await screen.findByText("$860 to $1,670");
    serverResponds(async (choice) => {
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      return estimated(choice);
    });
    await choose("basic");
    expect(price()).toHaveTextContent("The premium one, about $860 to $1,670");
    expect(price()?.parentElement).toHaveAttribute("aria-busy", "true");
    await waitFor(() => expect(asked).toHaveLength(2));
    respond();
    expect(await screen.findByText("$300 to $620")).toBeVisible();
    expect(price()).toHaveTextContent("The basic one, about");
    expect(price()?.parentElement).toHaveAttribute("aria-busy", "false");
  });

  it("a slow estimate is replaced by the published prices of the new choice until it arrives", async () => {
    const { price, choose } = open();
    await screen.findByText("$860 to $1,670");
    const { held, release } = hold();
    serverResponds(async (choice) => {
      await held;
      return estimated(choice);
    });
    await choose("basic");
    expect(await screen.findByText("$324")).toBeVisible();
    expect(price()).toHaveTextContent("The basic one, starting at $324");
    release();
    expect(await screen.findByText("$300 to $620")).toBeVisible();
  });

  it("a failed estimate is replaced by the published prices, and requested again with the next choice", async () => {
    const { price, choose } = open();
    await screen.findByText("$860 to $1,670");
    serverResponds(() => HttpResponse.error());
    await choose("basic");
    await waitFor(() => expect(price()).toHaveTextContent("The basic one, starting at $324"));
    serverResponds(estimated);
    await choose("premium");
    await choose("basic");
    expect(await screen.findByText("$300 to $620")).toBeVisible();
  });

  it("the last choice wins when responses arrive out of order", async () => {
    const respond = new Map<string, () => void>();
    serverResponds(async (choice) => {
      await new Promise<void>((resolve) => respond.set(choice.servicePackage, resolve));
      return estimated(choice);
    });
    const { price, choose } = open();
    await waitFor(() => expect(respond.has("premium")).toBe(true));
    await choose("basic");
    await waitFor(() => expect(respond.has("basic")).toBe(true));
    respond.get("basic")?.();
    expect(await screen.findByText("$300 to $620")).toBeVisible();
    respond.get("premium")?.();
    // Once a later choice has its response, the earlier ones have been handled.
    await choose("commercial");
    await choose("basic");
    expect(price()).toHaveTextContent("The basic one, about $300 to $620");
  });
});
