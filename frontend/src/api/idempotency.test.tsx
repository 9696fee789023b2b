import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "./errors";
import { useIdempotencyKey } from "./idempotency";

const lost = new ApiError(0, "no response");

/** Mount a form; return a function that sends values and returns their key. */
function mount(draft?: string) {
  const { result, rerender, unmount } = renderHook(() => useIdempotencyKey(draft));
  const send = async (values: unknown, failure?: ApiError) => {
    let key = "";
    const sending = result.current(values, async (given) => {
      key = given;
      if (failure) throw failure;
      return `stored ${given}`;
    });
    if (failure) await expect(sending).rejects.toBe(failure);
    else expect(await sending).toBe(`stored ${key}`);
    rerender();
    return key;
  };
  return { send, unmount };
}

it("values keep their key until they arrive, and then get another one", async () => {
  const { send } = mount();
  const first = await send({ city: "Dover" }, lost);
  expect(await send({ city: "Dover" }, lost)).toBe(first);
  expect(await send({ city: "Dover" }, new ApiError(400, "400: City"))).toBe(first);
  expect(await send({ city: "Dover" })).toBe(first);
  expect(await send({ city: "Dover" })).not.toBe(first);
});

it("changed values get another key, and so do the old ones after them", async () => {
  const { send } = mount();
  const keys = [
    await send({ city: "Dover", notes: "" }, lost),
    await send({ city: "Dover", notes: "Ring" }, lost),
    await send({ city: "Dover", notes: "" }, lost),
  ];
  expect(new Set(keys).size).toBe(3);
});

it("values get another key after a conflict", async () => {
  const { send } = mount();
  const first = await send({ city: "Dover" }, new ApiError(409, "409: The price has changed"));
  expect(await send({ city: "Dover" })).not.toBe(first);
});

it("the key of a draft survives a reload until the values arrive; another form has its own", async () => {
  const before = mount("quote:1");
  const key = await before.send({ city: "Dover" }, lost);
  before.unmount();
  expect(await mount("quote:2").send({ city: "Dover" }, lost)).not.toBe(key);
  expect(await mount().send({ city: "Dover" }, lost)).not.toBe(key);
  expect(await mount("quote:1").send({ city: "Dover" })).toBe(key);
  expect(await mount("quote:1").send({ city: "Dover" })).not.toBe(key);
});
