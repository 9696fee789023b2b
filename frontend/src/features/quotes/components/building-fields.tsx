import { Field } from "~/ui/field";
import { DayField } from "~/ui/form/fields";
import { TextInput } from "~/ui/text-input";
import type { QuoteForm } from "../use-quote-form";

const squareFeet = /(sq\.?(ft|feet)|square(ft|feet)|sf|ft²)\.?$/i;

/** Return 2400 for "2,400" and "2400 sq ft", undefined for a blank, and NaN for anything else, which the rules reject. */
function toNumber(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const digits = typed.replaceAll(/[,\s]/g, "").replace(squareFeet, "");
  return digits === "" ? undefined : Number(digits);
}

/** The square footage and the preferred start date. */
export function BuildingFields({ of }: { of: QuoteForm }) {
  const { errors } = of.form.formState;
  return (
    <div className="grid gap-field sm:grid-cols-2">
      <Field label="Approximate square footage" optional error={errors.squareFootage?.message}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...of.form.register("squareFootage", { setValueAs: toNumber })}
        />
      </Field>
      <DayField of={of} name="preferredStartDate" label="Preferred start date" optional />
    </div>
  );
}
