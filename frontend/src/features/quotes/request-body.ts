import type { QuoteRequest } from "~/api/types";
import { dayToInstant } from "~/lib/eastern";
import { wholeDesign } from "./quote-look";
import type { QuoteFormOutput, QuoteFormValues } from "./schemas";

/** The last option of the city list, which asks for the city's name. */
export const OTHER_CITY = "Other";

/** Return the city to send: the selected one, or the one typed for "Other". */
export function cityOf({ city, otherCity }: Pick<QuoteFormValues, "city" | "otherCity">): string {
  return city === OTHER_CITY ? (otherCity ?? "") : city;
}

/** Return the request's body, without the optional fields that were left blank. */
export function requestBody(values: QuoteFormOutput): QuoteRequest {
  const { streetAddress, addressId, squareFootage, storeys, frontWidthFeet, preferredStartDate, ...others } =
    values;
  const { comments, design, heardFrom, campaign, website, ...rest } = others;
  return {
    ...rest,
    ...(addressId ? { addressId } : {}),
    ...(!addressId && streetAddress ? { streetAddress } : {}),
    ...(squareFootage === undefined ? {} : { squareFootage }),
    ...(storeys ? { storeys } : {}),
    ...(frontWidthFeet ? { frontWidthFeet } : {}),
    ...(preferredStartDate ? { preferredStartDate: dayToInstant(preferredStartDate) } : {}),
    ...(comments ? { comments } : {}),
    ...(design ? { design: wholeDesign(design, values) } : {}),
    ...(heardFrom ? { heardFrom } : {}),
    ...(campaign ? { campaign } : {}),
    ...(website ? { website } : {}),
  };
}
