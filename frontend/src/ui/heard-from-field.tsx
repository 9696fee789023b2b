import type { ComponentProps } from "react";
import { heardFromAnswers, heardFromLabel } from "~/api/heard-from";
import { Field } from "./field";
import { Select } from "./select";

const answers = heardFromAnswers.map((value) => ({ value, label: heardFromLabel(value) }));

interface HeardFromFieldProps extends Omit<ComponentProps<"select">, "children"> {
  error: string | undefined;
}

/** The question that ends the public forms. */
export function HeardFromField({ error, ...select }: HeardFromFieldProps) {
  return (
    <Field label="How did you hear about us?" optional error={error}>
      <Select placeholder="Choose one" options={answers} {...select} />
    </Field>
  );
}
