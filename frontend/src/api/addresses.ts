import { addressKeys } from "./keys";
import { getQuery } from "./queries";

/** The newest of the user's saved addresses. Enable it only when someone is signed in. */
export const addressesQuery = getQuery([...addressKeys.all, "choices"], "/api/addresses");
