import { FormAlert } from "./alert";

interface RefreshFailedProps {
  list: {
    isError: boolean;
    /** Then the rows are current, and `ShowMore` says that the next page is missing. */
    isFetchNextPageError?: boolean;
  };
}

/** Says that a list which is already shown could not be fetched again. */
export function RefreshFailed({ list }: RefreshFailedProps) {
  if (!list.isError || list.isFetchNextPageError) return null;
  return <FormAlert>We couldn't refresh this list. It may be out of date.</FormAlert>;
}
