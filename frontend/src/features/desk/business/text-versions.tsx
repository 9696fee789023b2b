import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import { formatDateTime } from "~/lib/format";
import { Button } from "~/ui/button";
import { LoadFailed } from "~/ui/load-failed";
import { SkeletonRegion } from "~/ui/skeleton";
import { SectionList } from "../shared/section-list";
import { type TextPageName, textVersionQuery, textVersionsQuery } from "./api";
import { ReadText } from "./read-text";

/** The version that comes with the product. */
const FIRST = 1;

interface TextVersionsProps {
  page: TextPageName;
  /** The number of the version that the page shows. */
  current: number;
  /** Puts a version's text into the editor. */
  onUse: (markdown: string) => void;
}

/** A page's versions: who wrote each one and when, and its text. */
export function TextVersions({ page, current, onUse }: TextVersionsProps) {
  const list = useList(textVersionsQuery(page));
  const [open, setOpen] = useState<number | null>(null);
  const version = (number: number, words: string) => (
    <li key={number} className="grid gap-2 border-b border-border py-2 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p className="min-w-0 wrap-anywhere">
          <b className="text-heading">Version {number}</b>
          {number === current && " (on the page)"}
          <span className="block text-xs text-muted-foreground">{words}</span>
        </p>
        <Button
          size="sm"
          variant="outline"
          aria-expanded={open === number}
          onClick={() => setOpen(open === number ? null : number)}
        >
          {open === number ? "Close" : "Read"}
          <span className="sr-only"> version {number}</span>
        </Button>
      </div>
      {open === number && <Version page={page} number={number} onUse={onUse} />}
    </li>
  );
  return (
    <SectionList
      title="Versions"
      text="Shown with today's business details and prices."
      list={list}
      name="the versions"
      height="h-24"
    >
      {(versions) => (
        <ol aria-label="Versions" reversed className="grid">
          {versions.map(({ number, by, createdAt }) =>
            version(number, `${by}, ${formatDateTime(createdAt)}`),
          )}
          {!list.hasNextPage && version(FIRST, "The text that came with the site")}
        </ol>
      )}
    </SectionList>
  );
}

interface VersionProps {
  page: TextPageName;
  number: number;
  onUse: (markdown: string) => void;
}

function Version({ page, number, onUse }: VersionProps) {
  const version = useQuery(textVersionQuery(page, number));
  const { data } = version;
  if (hasFailed(version)) return <LoadFailed query={version}>We couldn't load this version.</LoadFailed>;
  if (!data) {
    return <SkeletonRegion label="Loading the version" bar="h-40" />;
  }
  return (
    <>
      <ReadText label={`Version ${number}`} html={data.html} />
      <Button size="sm" variant="outline" className="justify-self-start" onClick={() => onUse(data.markdown)}>
        Put it into the editor
      </Button>
    </>
  );
}
