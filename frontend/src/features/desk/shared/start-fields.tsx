import * as z from "zod";
import { DayField, type FormOf, TextField } from "~/ui/form/fields";

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
  of: FormOf<Values>;
  /** Whether the day can be left open. A required day can also be in the past. */
  optional?: boolean;
}

/** The fields of `startSchema` in a form that may have more of them. */
export function StartFields<Values extends Start>({ of, optional = false }: StartFieldsProps<Values>) {
  // TypeScript rejects a form with more fields as a form of these, since its setters are stricter.
  const start = of as unknown as FormOf<Start>;
  return (
    <div className="grid grid-cols-[1.6fr_1fr] gap-field">
      <DayField
        of={start}
        name="day"
        label="Day"
        optional={optional}
        range={optional ? "upcoming" : "any"}
        required={!optional}
      />
      <TextField of={start} name="time" label="Time" help="Eastern time" type="time" step={900} />
    </div>
  );
}
