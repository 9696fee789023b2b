import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useCurrentUser } from "~/api/auth";
import { useLastPhone } from "~/api/last-phone";

/** The names of the form's fields that can be prefilled. */
interface Fields<Values extends FieldValues> {
  name: Path<Values>;
  email: Path<Values>;
  phone: Path<Values>;
}

/**
 * Fill in the signed-in user's name and email address, and the phone number of their last request or order. Never
 * overwrite what was typed.
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
