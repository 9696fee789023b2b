import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { StorageCharge } from "~/api/types";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { aStorageCharge } from "~/test/rows";
import { server } from "~/test/server";
import { MyCharges } from "./components/my-charges";

function openCharges(...charges: StorageCharge[]) {
  server.use(http.get("/api/storage-charges", () => HttpResponse.json(charges)));
  return renderAt("/tab", <MyCharges />);
}

const TITLE = "Charges and receipts";
const rows = async () => within(await screen.findByRole("region", { name: TITLE })).getAllByRole("listitem");

describe("the charges of a storage customer", () => {
  it("have a date, an amount, a status and a receipt", async () => {
    openCharges(aStorageCharge());
    const [row] = (await rows()).map((each) => within(each));
    expect(row?.getByText("Nov 21, 2026")).toBeVisible();
    expect(row?.getByText("$15.00")).toBeVisible();
    expect(row?.getByText("Paid")).toBeVisible();
    expect(row?.getByText("Consumer storage")).toBeVisible();
    const receipt = row?.getByRole("link", { name: "View receipt of Nov 21, 2026 (opens in a new tab)" });
    expect(receipt).toHaveAttribute("href", "/api/storage-charges/c1/receipt");
  });

  it.each([
    ["failed", "Failed"],
    ["canceled", "Canceled"],
  ] as const)("have no receipt where nothing was paid: %s", async (status, label) => {
    openCharges(aStorageCharge({ status, hasReceipt: false }));
    const [row] = await rows();
    expect(row).toHaveTextContent(label);
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("show what was refunded", async () => {
    openCharges(
      aStorageCharge({ amountRefunded: "5.00" }),
      aStorageCharge({ id: "c2", status: "refunded", amountRefunded: "15.00" }),
    );
    const [partly, whole] = await rows();
    expect(partly).toHaveTextContent("$5.00 refunded");
    expect(whole).toHaveTextContent("Refunded");
    expect(whole).not.toHaveTextContent("$15.00 refunded");
  });

  it("are hidden before the first one", async () => {
    openCharges();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("region", { name: TITLE })).not.toBeInTheDocument();
  });

  it("show that they failed to load, and can retry", async () => {
    const { held, release } = hold();
    const { person } = openCharges();
    server.use(
      http.get("/api/storage-charges", () => new HttpResponse(null, { status: 500 }), { once: true }),
      http.get("/api/storage-charges", async () => {
        await held;
        return HttpResponse.json([aStorageCharge()]);
      }),
    );
    expect(await screen.findByText("We couldn't load your charges.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("button", { name: "Trying again..." })).toHaveFocus();
    release();
    expect(await rows()).toHaveLength(1);
  });
});
