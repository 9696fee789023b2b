import { catalog } from "~/api/catalog.gen";
import { formatMoney } from "~/lib/format";
import { Chip } from "~/ui/chip";
import { FieldGroup } from "~/ui/field";
import { OptionRow } from "~/ui/option-row";
import type { QuoteFields } from "../use-quote-form";

/** The package and the add-ons, with their starting prices. */
export function PackageFields({ form: { register, formState } }: { form: QuoteFields }) {
  const { errors } = formState;
  return (
    <>
      <FieldGroup label="Service package" error={errors.servicePackage?.message} radio>
        <div className="grid gap-[0.6rem]">
          {catalog.packages.map((item) => (
            <OptionRow
              key={item.id}
              type="radio"
              value={item.id}
              title={item.name}
              description={item.tagline}
              price={item.startingPrice === null ? "Custom" : `from ${formatMoney(item.startingPrice)}`}
              {...register("servicePackage")}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label="Add-ons" optional error={errors.addOns?.message}>
        <div className="flex flex-wrap gap-2">
          {catalog.addOns.map((item) => (
            <Chip key={item.id} value={item.id} {...register("addOns")}>
              {item.name}, {item.priceLabel}
            </Chip>
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
