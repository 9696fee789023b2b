import { Controller, type UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";

/** The starting time of a visit if only a day was picked. */
export const MORNING = "09:00";

/** A time of the day as the browser's time field returns it. */
export const timeOfDay = z.string().regex(/^\d{2}:\d{2}$/, "Enter a time like 9:00");

/** The day (YYYY-MM-DD) and the time of a visit, both Eastern. */
export const startSchema = z.object({ day: z.string().min(1, "Pick a day"), time: timeOfDay });
/** The same with an optional day; "" if none was picked. */
export const openStartSchema = startSchema.extend({ day: z.string() });
type Start = z.infer<typeof startSchema>;

interface StartFieldsProps<Values extends Start> {
  form: UseFormReturn<Values>;
  /** Whether the day can be left open. A required day can also be in the past. */
  optional?: boolean;
}

/** The fields of `startSchema` in a form that may have more of them. */
export function StartFields<Values extends Start>({ form, optional = false }: StartFieldsProps<Values>) {
  // TypeScript rejects a form with more fields as a form of these, since its setters are stricter.
  const { control, register, formState } = form as unknown as UseFormReturn<Start>;
  const { errors } = formState;
  return (
    <div className="grid grid-cols-[1.6fr_1fr] gap-field">
      <Field label="Day" optional={optional} error={errors.day?.message}>
        <Controller
          control={control}
          name="day"
          render={({ field }) => (
            <DateField
              range={optional ? "upcoming" : "any"}
              required={!optional}
              value={field.value || undefined}
              onChange={(day) => field.onChange(day ?? "")}
            />
          )}
        />
      </Field>
      <Field label="Time" help="Eastern time" error={errors.time?.message}>
        <TextInput type="time" step={900} {...register("time")} />
      </Field>
    </div>
  );
}
