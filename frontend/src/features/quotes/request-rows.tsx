import { addOnName, packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { commaList, formatCount, formatDay, shortId } from "~/lib/format";
import { waysToReach } from "~/lib/ways-to-reach";

/** Return the known facts as "2,400 sq ft, 2 stories, about 60 ft wide". */
function houseOf({ squareFootage, storeys, frontWidthFeet }: Quote): string {
  return commaList(
    squareFootage !== null && `${squareFootage.toLocaleString("en-US")} sq ft`,
    storeys !== null && formatCount(storeys, "story", "stories"),
    frontWidthFeet !== null && `about ${frontWidthFeet} ft wide`,
  );
}

/** Return what a customer requested, one row per field. Rows without a value are not shown. */
export function requestRows(quote: Quote) {
  const reach = waysToReach.find(({ value }) => value === quote.communicationPreference);
  const { preferredStartDate, design } = quote;
  return [
    {
      label: "Package",
      value: commaList(packageName(quote.servicePackage), design?.colour?.toLowerCase()),
    },
    { label: "Add-ons", value: quote.addOns.map(addOnName).join(", ") || "None" },
    { label: "House", value: houseOf(quote) },
    {
      label: quote.streetAddress ? "Address" : "City",
      value: commaList(quote.streetAddress, quote.city),
    },
    { label: "Preferred start", value: preferredStartDate && formatDay(preferredStartDate) },
    { label: "Name", value: quote.fullName },
    { label: "Phone", value: quote.phone },
    { label: "Email", value: quote.email },
    { label: "Best way to reach you", value: reach?.label },
    { label: "Text updates", value: quote.textUpdates && "Yes" },
    { label: "Your note", value: quote.comments },
    { label: "Reference", value: <span className="tabular-nums">{shortId(quote.id)}</span> },
  ];
}
