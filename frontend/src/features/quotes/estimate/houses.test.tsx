import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Estimate } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import houses from "../../../../../backend/quotes/tests/estimated_houses.json";
import { EstimatePrice } from "./estimate-price";
import type { EstimateChoice } from "./use-estimate";

interface House {
  name: string;
  request: Partial<EstimateChoice>;
  /** The formatted range; null if the price needs a visit. */
  shown: string | null;
  response: Estimate;
}

const table = houses as House[];

it("the table has twenty houses", () => expect(table).toHaveLength(20));

it.each(table)("$name: shows the server's range, and lines that add up to it", async (house) => {
  server.use(http.post("/api/estimate", () => HttpResponse.json(house.response)));
  const choice = { servicePackage: "basic", addOns: [], ...house.request } as EstimateChoice;
  const { person } = renderAt("/", <EstimatePrice choice={choice} inWords={() => "This house"} />);
  if (house.shown === null) {
    expect(screen.getByText("Custom Quote")).toBeVisible();
    expect(screen.queryByText("What's in it")).not.toBeInTheDocument();
    return;
  }
  expect(await screen.findByText(house.shown)).toBeVisible();
  await person.click(screen.getByText("What's in it"));

  const prices = within(screen.getAllByRole("list")[0] as HTMLElement)
    .getAllByRole("listitem")
    .map((line) =>
      (line.lastChild?.textContent ?? "").split(" to ").map((each) => Number(each.replace(/[$,]/g, ""))),
    );
  const total = prices.pop();
  const sums = [0, 1].map((bound) => prices.reduce((sum, price) => sum + (price[bound] ?? Number.NaN), 0));
  expect(sums).toEqual([house.response.low, house.response.high]);
  expect(total).toEqual(sums);
  expect(sums.map((sum) => formatMoney(Math.round(sum / 10) * 10)).join(" to ")).toBe(house.shown);
  for (const excluded of house.response.excludes) expect(screen.getByText(excluded)).toBeVisible();
});
