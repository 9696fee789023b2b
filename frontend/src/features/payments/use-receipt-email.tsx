import { type ReactNode, useRef, useState } from "react";
import { useKnownUser } from "~/api/auth";
import { email as emailRule } from "~/lib/zod-messages";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";

const rule = emailRule("Valid email is required");

interface ReceiptEmail {
  /** The field; null for those whose address we know. */
  field: ReactNode;
  /** What was entered; undefined for those whose address we know. */
  email: string | undefined;
  /** Return whether the payment can be made. Otherwise the field says why not, and has the focus. */
  check: () => boolean;
}

/** Ask visitors where their receipt goes, if `asks`. Those who are signed in get it at their account's address. */
export function useReceiptEmail(asks: boolean): ReceiptEmail {
  const { user, isLoading } = useKnownUser();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  if (!asks || user || isLoading) return { field: null, email: undefined, check: () => !isLoading };
  const problemOf = (value: string) => rule.safeParse(value).error?.issues[0]?.message;
  const check = () => {
    const found = problemOf(text);
    setProblem(found);
    if (found) input.current?.focus();
    return !found;
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
