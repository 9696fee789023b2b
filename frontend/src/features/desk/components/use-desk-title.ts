import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { business } from "~/lib/business";
import { countsQuery } from "../shared/queue-counts";

/**
 * Show the number of late rows and the desk's open tab in the browser tab's title:
 * "(3) Due now | Seacoast Holiday Lights". Return the number of rows in the queue; undefined until it has loaded.
 */
export function useDeskTitle(tab: string): number | undefined {
  const { data } = useQuery(countsQuery(""));
  const late = data?.late;
  // Set by script, since the page's meta is rendered only when the page itself changes.
  useEffect(() => {
    document.title = `${late ? `(${late}) ` : ""}${tab} | ${business.name}`;
  }, [late, tab]);
  return data?.all;
}
