import type { ComponentProps } from "react";
import { heardFromAnswers, heardFromLabel } from "~/api/heard-from";
import { Field } from "./field";
import { Select } from "./select";

interface HeardFromFieldProps extends Omit<ComponentProps<"select">, "children"> {
  error: string | undefined;
}

/** The question that ends the public forms. */
export function HeardFromField({ error, ...select }: HeardFromFieldProps) {
  return (
    <Field label="How did you hear about us?" optional error={error}>
      <Select placeholder="Choose one" {...select}>
        {heardFromAnswers.map((answer) => (
          <option key={answer} value={answer}>
            {heardFromLabel(answer)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
