import type { ReactNode } from "react";
import { hasFailed } from "~/api/failed";
import type { ListResult } from "~/api/pages";
import { ErrorState } from "~/ui/error-state";
import { ShowMore } from "~/ui/show-more";
import { SkeletonRegion } from "~/ui/skeleton";
import { Section } from "./section";

interface SectionListProps<Row> {
  title: string;
  text: string;
  list: ListResult<Row>;
  /** The name of the content, as in "the changes", for the texts while it loads and when it fails. */
  name: string;
  /** The height while it loads. */
  height: string;
  /** Shown instead of no rows. */
  empty?: string;
  /** Renders the list. */
  children: (rows: Row[]) => ReactNode;
}

/** A list under a heading, in its states, with a button for more. */
export function SectionList<Row>(props: SectionListProps<Row>) {
  const { title, text, list, name, height, empty, children } = props;
  const { data } = list;
  if (hasFailed(list)) return <ErrorState atDesk title={`We couldn't load ${name}`} query={list} />;
  return (
    <Section title={title} text={text}>
      {!data && <SkeletonRegion label={`Loading ${name}`} bar={height} />}
      {data?.length === 0 && empty && <p className="text-sm text-muted-foreground">{empty}</p>}
      {data && (data.length > 0 || !empty) && children(data)}
      <ShowMore list={list} size="sm" className="justify-self-start" />
    </Section>
  );
}
