import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aPerson } from "~/test/person";
import { ShareLook } from "./share-look";
import { Toaster } from "./toaster";

const link = `${window.location.origin}/?design=p-warm-w`;

async function press(copied: () => Promise<void> = async () => undefined) {
  const person = aPerson();
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
  render(
    <>
      <ShareLook code="p-warm-w" />
      <Toaster />
    </>,
  );
  await person.click(screen.getByRole("button", { name: "Share this look" }));
  return copy;
}

function deviceShares(share: () => Promise<void>) {
  const spy = vi.fn(share);
  Object.defineProperty(navigator, "share", { value: spy, configurable: true });
  return spy;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  vi.restoreAllMocks();
});

describe("sharing a look", () => {
  it("copies the link and shows a toast", async () => {
    const copy = await press();
    expect(await screen.findByText("Link copied")).toBeVisible();
    expect(copy).toHaveBeenCalledWith(link);
  });

  it("uses the device's share sheet if it has one", async () => {
    const share = deviceShares(async () => undefined);
    const copy = await press();
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link }));
    expect(copy).not.toHaveBeenCalled();
  });

  it("does nothing more when the share sheet is canceled", async () => {
    deviceShares(() => Promise.reject(new DOMException("closed", "AbortError")));
    const copy = await press();
    expect(copy).not.toHaveBeenCalled();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  });

  it("copies the link if the device can't share it", async () => {
    deviceShares(() => Promise.reject(new DOMException("not here", "NotAllowedError")));
    const copy = await press();
    expect(copy).toHaveBeenCalledWith(link);
  });

  it("shows the selected link if the browser can't copy it", async () => {
    await press(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    const field = await screen.findByRole<HTMLInputElement>("textbox", {
      name: "Copy this link to share the look",
    });
    expect(field).toHaveValue(link);
    expect(field).toHaveFocus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length]);
  });
});
