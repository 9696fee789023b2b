import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useCurrentUser } from "~/api/auth";

/** Fill in the signed-in person's name and email address, never over something typed. Return that person. */
export function usePrefill<Values extends FieldValues, Output>(
  { resetField, getValues }: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
  email: Path<Values>,
) {
  const { user } = useCurrentUser();
  useEffect(() => {
    if (!user) return;
    const known = { [name]: [user.firstName, user.lastName].filter(Boolean).join(" "), [email]: user.email };
    for (const field of [name, email]) {
      const value = known[field] as PathValue<Values, Path<Values>>;
      if (value && !getValues(field)) resetField(field, { defaultValue: value });
    }
  }, [user, resetField, getValues, name, email]);
  return user;
}
