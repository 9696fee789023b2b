import type { ComponentProps, ReactNode } from "react";
import { Controller, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { DateField } from "../date-field";
import { Field, type FieldProps } from "../field";
import { TextInput } from "../text-input";

/** What fields need of a `useAppForm`. */
export interface FormOf<Values extends FieldValues, Output = Values> {
  form: UseFormReturn<Values, unknown, Output>;
}

interface NamedProps<Values extends FieldValues, Output>
  extends Omit<FieldProps, "error" | "registered" | "children"> {
  /** The result of `useAppForm`. */
  of: FormOf<Values, Output>;
  name: Path<Values>;
}

/** The `Field` of one of a form's values, which the control inside shows and changes, with its error. */
export function FormField<Values extends FieldValues, Output>({
  of: { form },
  name,
  ...field
}: NamedProps<Values, Output> & { children: ReactNode }) {
  const { error } = form.getFieldState(name, form.formState);
  return <Field error={error?.message} registered={form.register(name)} {...field} />;
}

type TextProps = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "maxLength" | "step">;

/** A `FormField` with a `TextInput`. */
export function TextField<Values extends FieldValues, Output>({
  type,
  inputMode,
  autoComplete,
  maxLength,
  step,
  ...field
}: NamedProps<Values, Output> & TextProps) {
  return (
    <FormField {...field}>
      <TextInput {...{ type, inputMode, autoComplete, maxLength, step }} />
    </FormField>
  );
}

type DayProps = Pick<ComponentProps<typeof DateField>, "range" | "required">;

/** The `Field` of a day in a form: `YYYY-MM-DD`, or "" if none was picked. */
export function DayField<Values extends FieldValues, Output>({
  of,
  name,
  range,
  required,
  ...field
}: NamedProps<Values, Output> & DayProps) {
  return (
    <Controller
      control={of.form.control}
      name={name}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <Field error={error?.message} {...field}>
          <DateField
            range={range}
            required={required}
            value={value || undefined}
            onChange={(day) => onChange(day ?? "")}
          />
        </Field>
      )}
    />
  );
}
