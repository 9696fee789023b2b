import type { ComponentType } from "react";
import { DeskTabBody, DeskTabHeader } from "./desk-tab-header";
import { useDeskParams } from "./use-desk-params";
import { type DeskView, ViewChoice } from "./view-choice";

interface ViewTabProps {
  title: string;
  /** The first one is the default. */
  views: readonly [ContentView, ...ContentView[]];
}
type ContentView = DeskView & { Content: ComponentType };

/** A tab of the desk that consists of several views. */
export function ViewTab({ title, views }: ViewTabProps) {
  const { get } = useDeskParams();
  const { Content } = views.find(({ value }) => value === get("view")) ?? views[0];
  return (
    <>
      <DeskTabHeader title={title}>
        <ViewChoice label="View" views={views} />
      </DeskTabHeader>
      <DeskTabBody>
        <Content />
      </DeskTabBody>
    </>
  );
}
