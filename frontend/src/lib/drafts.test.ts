import { expect, it, vi } from "vitest";
import { newKey } from "~/api/idempotency";
import { attemptKey, clearDrafts, forgetDraft, readDraft, startKey, writeDraft } from "./drafts";
import { saveReturnTo, takeReturnTo } from "./return-to";

it("a draft is kept until it is sent, discarded or cleared", () => {
  writeDraft("quote", { city: "Dover" });
  writeDraft(attemptKey("quote"), { key: "k1" });
  writeDraft(startKey("quote"), { updatedAt: null });
  writeDraft("comment:q1", "After the 24th");
  expect(readDraft("quote")).toEqual({ city: "Dover" });
  forgetDraft("quote");
  expect([readDraft("quote"), readDraft(attemptKey("quote"))]).toEqual([null, null]);
  expect(readDraft(startKey("quote"))).toBeNull();
  expect(readDraft("comment:q1")).toBe("After the 24th");
  saveReturnTo("/subscribe");
  clearDrafts();
  expect(readDraft("comment:q1")).toBeNull();
  expect(takeReturnTo()).toBe("/subscribe");
});

it("an unreadable draft is ignored", () => {
  sessionStorage.setItem("draft:quote", "{broken");
  expect(readDraft("quote")).toBeNull();
});

it("drafts are skipped without errors if storage is blocked", () => {
  const storage = vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  writeDraft("quote", 1);
  forgetDraft("quote");
  clearDrafts();
  saveReturnTo("/subscribe");
  expect([readDraft("quote"), takeReturnTo()]).toEqual([null, null]);
  storage.mockRestore();
});

it("a key is random even without randomUUID, on plain HTTP", () => {
  expect(newKey()).toMatch(/^[\da-f-]{36}$/);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  const keys = [newKey(), newKey()];
  expect(keys.every((key) => /^[\da-f]{32}$/.test(key))).toBe(true);
  expect(keys[0]).not.toBe(keys[1]);
});
