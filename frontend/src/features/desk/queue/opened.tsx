import { useNow } from "../shared/use-now";
import { ago } from "./when";

/** When someone last opened a private link, which email scanners don't count as. */
export function Opened({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>Opened {ago(at, now)}</time>;
}
