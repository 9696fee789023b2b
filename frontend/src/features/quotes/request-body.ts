import type { QuoteRequest } from "~/api/types";
import { dayToInstant } from "~/lib/eastern";
import type { QuoteFormOutput } from "./schemas";

/** What is sent for a filled-in form: without the optional answers that were left blank. */
export function requestBody(values: QuoteFormOutput): QuoteRequest {
  const { streetAddress, addressId, squareFootage, preferredStartDate, comments, website, ...rest } = values;
  return {
    ...rest,
    ...(addressId ? { addressId } : {}),
    ...(!addressId && streetAddress ? { streetAddress } : {}),
    ...(squareFootage === undefined ? {} : { squareFootage }),
    ...(preferredStartDate ? { preferredStartDate: dayToInstant(preferredStartDate) } : {}),
    ...(comments ? { comments } : {}),
    ...(website ? { website } : {}),
  };
}
