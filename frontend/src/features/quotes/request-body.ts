import type { QuoteRequest } from "~/api/types";
import { dayToInstant } from "~/lib/eastern";
import type { QuoteFormOutput } from "./schemas";

/** What is sent for a filled-in form: without the optional answers that were left blank. */
export function requestBody(values: QuoteFormOutput): QuoteRequest {
  const { streetAddress, addressId, squareFootage, storeys, frontWidthFeet, preferredStartDate, ...others } =
    values;
  const { comments, website, ...rest } = others;
  return {
    ...rest,
    ...(addressId ? { addressId } : {}),
    ...(!addressId && streetAddress ? { streetAddress } : {}),
    ...(squareFootage === undefined ? {} : { squareFootage }),
    ...(storeys ? { storeys } : {}),
    ...(frontWidthFeet ? { frontWidthFeet } : {}),
    ...(preferredStartDate ? { preferredStartDate: dayToInstant(preferredStartDate) } : {}),
    ...(comments ? { comments } : {}),
    ...(website ? { website } : {}),
  };
}
