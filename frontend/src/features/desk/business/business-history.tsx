import { useList } from "~/api/pages";
import { formatDateTime } from "~/lib/format";
import { SectionList } from "../shared/section-list";
import { businessVersionsQuery } from "./api";
import { type BusinessField, businessLabels } from "./fields";

/** Who changed which of the business's details, and when. */
export function BusinessHistory() {
  const list = useList(businessVersionsQuery);
  return (
    <SectionList
      title="Changes"
      text="Who changed what, and when."
      list={list}
      name="the changes"
      height="h-24"
      empty="No changes yet."
    >
      {(versions) => (
        <ol aria-label="Changes" className="grid">
          {versions.map(({ id, by, createdAt, changes }) => (
            <li key={id} className="border-b border-border py-2 text-sm last:border-b-0">
              <p className="text-xs text-muted-foreground">
                <b className="text-heading">{by}</b>,{" "}
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
              <ul>
                {changes.map(({ field, before, after }) => (
                  <li key={field} className="wrap-anywhere">
                    {businessLabels[field as BusinessField]}: {before || "none"} → {after || "none"}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </SectionList>
  );
}
