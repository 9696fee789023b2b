import { FormAlert } from "./alert";

interface RefreshFailedProps {
  list: {
    isError: boolean;
    /** Then the rows are current, and `ShowMore` says that the next page is missing. */
    isFetchNextPageError?: boolean;
  };
  /** What could not be refreshed, as in "the key numbers". */
  what?: string;
}

/** Says that data which is already shown could not be fetched again. */
export function RefreshFailed({ list, what = "this list" }: RefreshFailedProps) {
  if (!list.isError || list.isFetchNextPageError) return null;
  return <FormAlert>{`We couldn't refresh ${what}. What you see may be out of date.`}</FormAlert>;
}
