import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { useHouse } from "../estimate/house";
import { HouseChoices } from "../estimate/house-choices";
import type { QuoteFields } from "../use-quote-form";

/** Copy the choices on the landing page's panel into the form whenever they change. */
function useTappedHouse({ setValue }: QuoteFields) {
  const { storeys, frontWidthFeet } = useHouse();
  useEffect(() => {
    if (storeys !== undefined) setValue("storeys", storeys && String(storeys));
  }, [storeys, setValue]);
  useEffect(() => {
    if (frontWidthFeet !== undefined) setValue("frontWidthFeet", frontWidthFeet && String(frontWidthFeet));
  }, [frontWidthFeet, setValue]);
}

/** The stories and width of the house. */
export function HouseFields({ form }: { form: QuoteFields }) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  useTappedHouse(form);
  const known = useWatch({ control, name: ["storeys", "frontWidthFeet"] }).some(Boolean);
  const clear = () => {
    setValue("storeys", null);
    setValue("frontWidthFeet", null);
  };
  return (
    <HouseChoices
      storeys={{ ...register("storeys"), error: errors.storeys?.message }}
      frontWidthFeet={{ ...register("frontWidthFeet"), error: errors.frontWidthFeet?.message }}
      onClear={known ? clear : undefined}
    />
  );
}
