import { type ReactNode, useRef, useState } from "react";
import { useCurrentUser } from "~/api/auth";
import { email as emailRule } from "~/lib/zod-messages";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";

const rule = emailRule("Valid email is required");

interface ReceiptEmail {
  /** The field; null if the address is known. */
  field: ReactNode;
  /** The entered address; undefined if the address is known. */
  email: string | undefined;
  /** Return whether the payment can be made. If not, show why on the field and focus it. */
  check: () => boolean;
}

/**
 * If `asks`, ask visitors for the address that their receipt goes to. Signed-in users get it at their account's
 * address.
 */
export function useReceiptEmail(asks: boolean): ReceiptEmail {
  const { user } = useCurrentUser();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  if (!asks || user) return { field: null, email: undefined, check: () => true };
  const problemOf = (value: string) => rule.safeParse(value).error?.issues[0]?.message;
  const check = () => {
    const message = problemOf(text);
    setProblem(message);
    if (message) input.current?.focus();
    return !message;
  };
  const field = (
    <Field label="Email for your receipt" error={problem}>
      <TextInput
        ref={input}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (problem) setProblem(problemOf(event.target.value));
        }}
      />
    </Field>
  );
  return { field, email: text.trim(), check };
}
