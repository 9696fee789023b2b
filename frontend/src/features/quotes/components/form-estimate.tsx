import { useState } from "react";
import { useWatch } from "react-hook-form";
import { packageName } from "~/api/catalog-names";
import { useAfterTyping } from "~/lib/use-after-typing";
import { EstimatePrice } from "../estimate/estimate-price";
import type { QuoteFields } from "../use-quote-form";

const MAX_SQUARE_FEET = 10_000_000;

/** The estimate for what is filled in so far. Its errors never keep anyone from sending the form. */
export function FormEstimate({ form: { control } }: { form: QuoteFields }) {
  const [servicePackage, addOns, squareFootage, storeys, frontWidthFeet] = useWatch({
    control,
    name: ["servicePackage", "addOns", "squareFootage", "storeys", "frontWidthFeet"],
  });
  const [typed, setTyped] = useState("");
  useAfterTyping(String(squareFootage ?? ""), setTyped);
  const size = typed === "" ? Number.NaN : Math.round(Number(typed));
  return (
    <section aria-label="Estimate" className="rounded-md bg-surface-2 px-4 pt-4 pb-2">
      {servicePackage ? (
        <EstimatePrice
          choice={{
            servicePackage,
            addOns: addOns ?? [],
            ...(size >= 0 && size <= MAX_SQUARE_FEET ? { squareFootage: size } : {}),
            ...(storeys ? { storeys: Number(storeys) } : {}),
            ...(frontWidthFeet ? { frontWidthFeet: Number(frontWidthFeet) } : {}),
          }}
          inWords={(choice) => packageName(choice.servicePackage)}
        />
      ) : (
        <p className="pb-2 text-sm text-muted-foreground">
          Choose a package to see what it's likely to cost.
        </p>
      )}
    </section>
  );
}
