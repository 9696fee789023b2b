import { useNow } from "../shared/use-now";
import { ago } from "./when";

/** When a person last opened the private link. Email scanners don't count. */
export function Opened({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>Opened {ago(at, now)}</time>;
}
