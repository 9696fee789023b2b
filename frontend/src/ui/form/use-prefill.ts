import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useCurrentUser } from "~/api/auth";
import { useLastPhone } from "~/api/last-phone";

/** The form's names for what is known about the person. */
interface Fields<Values extends FieldValues> {
  name: Path<Values>;
  email: Path<Values>;
  phone: Path<Values>;
}

/**
 * Fill in the signed-in person's name and email address, and the phone number of their last request or order; never over
 * something typed.
 */
export function usePrefill<Values extends FieldValues, Output>(
  { resetField, getValues }: UseFormReturn<Values, unknown, Output>,
  { name, email, phone }: Fields<Values>,
) {
  const { user } = useCurrentUser();
  const lastPhone = useLastPhone(user !== null);
  useEffect(() => {
    if (!user) return;
    const fullName = [user.firstName, user.lastName].filter(Boolean).join(" ");
    for (const [field, known] of [
      [name, fullName],
      [email, user.email],
      [phone, lastPhone],
    ] as const) {
      if (known && !getValues(field))
        resetField(field, { defaultValue: known as PathValue<Values, Path<Values>> });
    }
  }, [user, lastPhone, resetField, getValues, name, email, phone]);
}
