import { zodResolver } from "@hookform/resolvers/zod";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { currentUserQuery } from "~/api/auth";
import { ApiError } from "~/api/errors";
import { readDraft, writeDraft } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";
import { text } from "~/lib/zod-messages";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { asReloaded } from "~/test/reloaded";
import { hydrateAt, renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { Button } from "../button";
import { Field, FieldGroup } from "../field";
import { Select } from "../select";
import { TextInput } from "../text-input";
import { Form, FormAlerts, SubmitButton } from "./form";
import { lazyResolver } from "./lazy-resolver";
import { useAppForm } from "./use-app-form";
import { usePrefill } from "./use-prefill";
import { useSent } from "./use-sent";

const resolver = zodResolver(
  z.object({
    name: text({ min: 1, max: 20, message: "Your name, please" }),
    city: text({ min: 1, max: 5, message: "City is required" }),
    size: z.string().nullish(),
  }),
);

interface LetterProps {
  send?: (values: unknown, key: string) => Promise<unknown>;
  onSent?: (result: unknown) => void;
  draft?: string;
  labelled?: boolean;
  failed?: { title: string; description?: string; problem?: string };
  staysOpen?: boolean;
}

function Letter({
  send = async () => "sent",
  onSent = () => {},
  draft,
  labelled = true,
  ...rest
}: LetterProps) {
  const letter = useAppForm({
    resolver,
    defaults: { name: "", city: "Dover", size: "" },
    send,
    onSent,
    ...(draft ? { draft } : {}),
    ...(labelled ? { labels: { name: "name", city: "city" } } : {}),
    ...rest,
  });
  const { register, formState } = letter.form;
  return (
    <Form of={letter}>
      <FormAlerts of={letter} />
      <Field label="Name" error={formState.errors.name?.message}>
        <TextInput {...register("name")} />
      </Field>
      <Field label="City" error={formState.errors.city?.message}>
        <TextInput {...register("city")} />
      </Field>
      <FieldGroup label="Size" radio>
        {["small", "large"].map((size) => (
          <label key={size}>
            <input type="radio" value={size} {...register("size")} /> {size}
          </label>
        ))}
      </FieldGroup>
      <SubmitButton pendingLabel="Sending...">Send</SubmitButton>
      <Button onClick={letter.forgetDraft}>Discard</Button>
    </Form>
  );
}

const name = () => screen.getByLabelText("Name");
const city = () => screen.getByLabelText("City");
const button = () => screen.getByRole("button", { name: "Send" });

it("the browser leaves checking to the form's own rules", () => {
  const { container } = renderAt("/", <Letter />);
  expect(container.querySelector("form")).toHaveAttribute("novalidate");
});

it("an invalid form says what is wrong, in the order of the page, and sends nothing", async () => {
  const send = vi.fn();
  const { person, container } = renderAt("/", <Letter send={send} />);
  await person.clear(city());
  await person.click(button());
  await waitFor(() => expect(name()).toHaveFocus());
  expect(outline(container.querySelector("form") as Element)).toMatchSnapshot("two errors");
  await person.type(name(), "Eleanor");
  await person.type(city(), "Durham");
  await person.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Send" });
  expect(city()).toHaveFocus();
  expect(outline(container.querySelector("form") as Element)).toMatchSnapshot("one error");
  await person.type(city(), "{Backspace}");
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  expect(send).not.toHaveBeenCalled();
});

it("a form is empty again after it was sent, and its draft is gone", async () => {
  const send = vi.fn(async () => "stored");
  const sent = vi.fn();
  const { person } = renderAt("/", <Letter send={send} onSent={sent} draft="letter" />);
  await person.type(name(), " Eleanor ");
  await person.click(screen.getByRole("radio", { name: "large" }));
  expect(readDraft("letter")).toEqual({ name: " Eleanor ", size: "large" });
  await person.click(button());
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith("stored"));
  expect(send).toHaveBeenCalledExactlyOnceWith(
    { name: "Eleanor", city: "Dover", size: "large" },
    expect.stringMatching(/^[\da-f-]{36}$/),
  );
  expect(name()).toHaveValue("");
  expect(readDraft("letter")).toBeNull();
  expect(readDraft("letter:attempt")).toBeNull();
});

it("a draft is restored, follows what is typed, and ends when nothing differs anymore", async () => {
  writeDraft("letter", { name: "Elea", size: "small" });
  const first = renderAt("/", <Letter draft="letter" />);
  await waitFor(() => expect(name()).toHaveValue("Elea"));
  expect(city()).toHaveValue("Dover");
  expect(screen.getByRole("radio", { name: "small" })).toBeChecked();
  await first.person.type(name(), "nor");
  first.unmount();

  const second = renderAt("/", <Letter draft="letter" />);
  await waitFor(() => expect(name()).toHaveValue("Eleanor"));
  second.unmount();

  writeDraft("letter", { name: "E" });
  const third = renderAt("/", <Letter draft="letter" />);
  await waitFor(() => expect(name()).toHaveValue("E"));
  await third.person.clear(name());
  expect(readDraft("letter")).toBeNull();
  await third.person.type(name(), "Ada");
  await third.person.click(screen.getByRole("button", { name: "Discard" }));
  expect(readDraft("letter")).toBeNull();
});

it("what was typed before the scripts ran is newer than the draft", async () => {
  writeDraft("letter", { name: "Ada", city: "York" });
  hydrateAt("/", <Letter draft="letter" />, (page) => {
    const field = page.querySelector<HTMLInputElement>("[name=name]");
    if (field) field.value = "Eleanor";
  });
  await waitFor(() => expect(city()).toHaveValue("York"));
  expect(name()).toHaveValue("Eleanor");
});

const refusal = (status: number, body: object) => new ApiError(status, `${status}: …`, body);
const failed = { title: "Not sent", description: "Please call us.", problem: "We couldn't take it." };

it.each<[string, ApiError, Partial<LetterProps>]>([
  ["a field", refusal(400, { message: "City is full", errors: { city: ["City is full", "Later"] } }), {}],
  [
    "an unknown field",
    refusal(400, { message: "No", errors: { design: ["Unknown key"], city: ["City is full"] } }),
    {},
  ],
  [
    "a field of a form without labels",
    refusal(400, { message: "City is full", errors: { city: ["City is full"] } }),
    { labelled: false },
  ],
  ["no field", refusal(409, { message: "We are full that day." }), {}],
  ["nothing", refusal(500, {}), {}],
  ["no response", new ApiError(0, "We don't know whether it was saved."), {}],
  ["nothing, to a form without labels or toast", refusal(500, {}), { labelled: false }],
])("a refusal that names %s is shown where it belongs, and takes the focus", async (what, error, props) => {
  const send = vi.fn(() => Promise.reject(error));
  const sent = vi.fn();
  const shown = props.labelled === false ? {} : { failed };
  const { person, container } = renderAt(
    "/",
    <Letter send={send} onSent={sent} draft="letter" {...shown} {...props} />,
  );
  await person.type(name(), "Ada");
  await person.click(button());
  await waitFor(() => expect(document.activeElement).not.toBe(button()));
  if (shown.failed) {
    const close = await screen.findByRole("button", { name: "Close" });
    expect(outline(close.parentElement as Element)).toMatchSnapshot(`${what}: toast`);
  }
  expect(outline(container.querySelector("form") as Element)).toMatchSnapshot(what);
  expect(sent).not.toHaveBeenCalled();
  expect(readDraft("letter")).toMatchObject({ name: "Ada" });
});

it("a retry has the same key, clears the alert and ends the draft", async () => {
  const keys: string[] = [];
  const { held, release } = hold();
  const send = async (_: unknown, key: string) => {
    keys.push(key);
    if (keys.length === 1) throw new ApiError(0, "No response");
    await held;
    return "sent";
  };
  const { person } = renderAt("/", <Letter send={send} draft="letter" failed={failed} />);
  await person.type(name(), "Ada");
  await person.click(button());
  const alert = () => screen.queryAllByRole("alert").filter((each) => each.textContent === "No response");
  await waitFor(() => expect(alert()).toHaveLength(1));
  await person.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(alert()).toHaveLength(0));
  expect(screen.getByRole("button", { name: "Sending..." })).toHaveAttribute("aria-disabled", "true");
  await person.keyboard("{Enter}");
  release();
  await waitFor(() => expect(name()).toHaveValue(""));
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it("the second error in a row takes the focus again", async () => {
  const { person } = renderAt("/", <Letter />);
  for (const _ of [1, 2]) {
    await person.click(button());
    await waitFor(() => expect(name()).toHaveFocus());
  }
});

it.each([true, false])(
  "what is typed while a form is sent stays only in a form that stays open: %s",
  async (staysOpen) => {
    const { held, release } = hold();
    const sent = vi.fn();
    const { person } = renderAt(
      "/",
      <Letter send={() => held} onSent={sent} draft="letter" staysOpen={staysOpen} />,
    );
    await person.type(name(), "Ada");
    await person.click(button());
    await person.type(name(), " B");
    release();
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(name()).toHaveValue(staysOpen ? "Ada B" : "");
  },
);

it("a form that is sent after the session ended leads to the sign-in page", async () => {
  signIn(customer);
  const send = () => Promise.reject(new ApiError(401, "401: Unauthorized"));
  const { person, queryClient } = renderAt("/", <Letter send={send} failed={{ title: "Couldn't send" }} />);
  await queryClient.ensureQueryData(currentUserQuery);
  await person.type(name(), "Ada");
  await person.click(button());
  await waitFor(() => expect(loadPage).toHaveBeenCalledOnce());
});

it("a form whose rules do not arrive is checked by the server", async () => {
  const load = vi.fn(async (): Promise<{ resolver: typeof resolver }> => {
    throw new TypeError("offline");
  });
  const rules = lazyResolver(load);
  const options = { fields: {}, shouldUseNativeValidation: false };
  const values = { name: "", city: "", size: null };
  expect(await rules(values, undefined, options as never)).toEqual({ values, errors: {} });
  load.mockResolvedValueOnce({ resolver });
  expect(Object.keys((await rules(values, undefined, options as never)).errors)).toEqual(["name", "city"]);
});

function Prefilled() {
  const letter = useAppForm({
    resolver: (values) => ({ values, errors: {} }),
    defaults: { name: "", email: "", phone: "" },
    send: async () => {},
    onSent: () => {},
  });
  usePrefill(letter.form, { name: "name", email: "email", phone: "phone" });
  return (
    <Form of={letter}>
      {(["name", "email", "phone"] as const).map((field) => (
        <input key={field} aria-label={field} {...letter.form.register(field)} />
      ))}
    </Form>
  );
}

it.each<[string, object[], object[], string]>([
  ["request", [{ phone: "603-555-0172" }], [{ customerPhone: "603-555-0199" }], "603-555-0172"],
  ["order", [], [{ customerPhone: "603-555-0199" }], "603-555-0199"],
  ["neither", [], [], ""],
])(
  "a form has the user's name, address and the phone number of the last %s",
  async (_, quotes, orders, phone) => {
    signIn(customer);
    const limits: (string | null)[] = [];
    const newest = (rows: object[]) => {
      return ({ request }: { request: Request }) => {
        limits.push(new URL(request.url).searchParams.get("limit"));
        return HttpResponse.json(rows);
      };
    };
    server.use(http.get("/api/quotes", newest(quotes)), http.get("/api/tree-orders", newest(orders)));
    renderAt("/", <Prefilled />);
    await waitFor(() => expect(screen.getByLabelText("name")).toHaveValue("Eleanor Hayes"));
    expect(screen.getByLabelText("email")).toHaveValue("eleanor@example.com");
    await waitFor(() => expect(limits).toEqual(quotes.length ? ["1"] : ["1", "1"]));
    await waitFor(() => expect(screen.getByLabelText("phone")).toHaveValue(phone));
  },
);

it("what was typed before the user is known stays", async () => {
  signIn({ ...customer, lastName: "" });
  const { held, release } = hold();
  server.use(
    http.get("/api/auth/user", () => held.then(() => HttpResponse.json({ ...customer, lastName: "" }))),
  );
  const { person } = renderAt("/", <Prefilled />);
  await person.type(screen.getByLabelText("email"), "ada@example.com");
  release();
  await waitFor(() => expect(screen.getByLabelText("name")).toHaveValue("Eleanor"));
  expect(screen.getByLabelText("email")).toHaveValue("ada@example.com");
});

function Confirmed() {
  const [sent, setSent] = useSent<string>("letter");
  return (
    <>
      <p>{sent ? `${sent.result}, ${sent.isFresh ? "just now" : "earlier"}` : "The form"}</p>
      <button type="button" onClick={() => setSent("Request 1")}>
        Send
      </button>
      <button type="button" onClick={() => setSent(null)}>
        Again
      </button>
    </>
  );
}

it("a confirmation survives a reload of the same build, but no other visit", async () => {
  const first = renderAt("/", <Confirmed />);
  expect(screen.getByText("The form")).toBeVisible();
  await first.person.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Request 1, just now")).toBeVisible();
  first.unmount();

  asReloaded();
  const reloaded = renderAt("/", <Confirmed />);
  expect(await screen.findByText("Request 1, earlier")).toBeVisible();
  reloaded.unmount();

  vi.stubGlobal("__reactRouterManifest", { version: "another" });
  const updated = renderAt("/", <Confirmed />);
  expect(screen.getByText("The form")).toBeVisible();
  await updated.person.click(screen.getByRole("button", { name: "Send" }));
  await updated.person.click(screen.getByRole("button", { name: "Again" }));
  expect(screen.getByText("The form")).toBeVisible();
  expect(readDraft("letter:sent")).toBeNull();
  await updated.person.click(screen.getByRole("button", { name: "Send" }));
  updated.unmount();

  vi.unstubAllGlobals();
  renderAt("/", <Confirmed />);
  expect(screen.getByText("The form")).toBeVisible();
  expect(readDraft("letter:sent")).toBeNull();
});

it("a confirmation is gone once the time for the response that it promises has passed", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const first = renderAt("/", <Confirmed />);
  await first.person.click(screen.getByRole("button", { name: "Send" }));
  first.unmount();
  asReloaded();
  vi.setSystemTime(new Date("2026-11-20T01:15:00Z"));
  const nextDay = renderAt("/", <Confirmed />);
  expect(await screen.findByText("Request 1, earlier")).toBeVisible();
  nextDay.unmount();
  vi.setSystemTime(new Date("2026-11-20T01:15:01Z"));
  renderAt("/", <Confirmed />);
  expect(screen.getByText("The form")).toBeVisible();
  expect(readDraft("letter:sent")).toBeNull();
});

it("a select without a choice can be cleared again", async () => {
  const { person } = renderAt(
    "/",
    <Field label="Size">
      <Select placeholder="Pick one" defaultValue="small">
        <option value="small">Small</option>
      </Select>
    </Field>,
  );
  await person.selectOptions(screen.getByLabelText("Size"), "Pick one");
  expect(screen.getByLabelText("Size")).toHaveValue("");
});
