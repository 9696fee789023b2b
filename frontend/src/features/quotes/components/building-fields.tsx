import { Controller } from "react-hook-form";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import type { QuoteFields } from "../use-quote-form";

/** "2,400" as 2400; a blank answer is no answer. Anything else becomes NaN, which the rules refuse in words. */
function toNumber(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const digits = typed.replaceAll(/[,\s]/g, "");
  return digits === "" ? undefined : Number(digits);
}

/** How large, and from when. */
export function BuildingFields({ form: { register, control, formState } }: { form: QuoteFields }) {
  const { errors } = formState;
  return (
    <div className="grid gap-field sm:grid-cols-2">
      <Field label="Approximate square footage" optional error={errors.squareFootage?.message}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...register("squareFootage", { setValueAs: toNumber })}
        />
      </Field>
      <Field label="Preferred start date" optional error={errors.preferredStartDate?.message}>
        <Controller
          control={control}
          name="preferredStartDate"
          render={({ field }) => <DateField value={field.value || undefined} onChange={field.onChange} />}
        />
      </Field>
    </div>
  );
}
