const KEY = "campaign";
/** The parts of a campaign, by the parameters of links to this site. */
const parameters = {
  utm_source: "source",
  utm_medium: "medium",
  utm_campaign: "name",
  utm_content: "content",
  utm_term: "term",
} as const;

export type Campaign = { [Part in (typeof parameters)[keyof typeof parameters]]?: string };

/**
 * Runs in the head, because a visitor can leave the first page before its scripts run. It stores the query of the first
 * page of the visit that names a campaign, for this tab. It is constant, because the content security policy allows
 * inline scripts only by their hash.
 */
export const campaignScript =
  'try{if(location.search.indexOf("utm_")>0&&!sessionStorage.getItem("campaign"))' +
  'sessionStorage.setItem("campaign",location.search.slice(0,2000))}catch(e){}';

/** Return the campaign whose link started this visit; undefined if there is none or storage is blocked. */
export function campaignOfVisit(): Campaign | undefined {
  const campaign: Campaign = {};
  try {
    const query = new URLSearchParams(sessionStorage.getItem(KEY) ?? "");
    for (const [parameter, part] of Object.entries(parameters)) {
      const value = query.get(parameter);
      if (value) campaign[part] = value;
    }
  } catch {
    return undefined;
  }
  return Object.keys(campaign).length > 0 ? campaign : undefined;
}
