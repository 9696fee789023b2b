import { screen } from "@testing-library/react";
import { useState } from "react";
import { Link } from "react-router";
import { expect, it } from "vitest";
import type { ListResult } from "~/api/pages";
import { renderAt } from "~/test/render";
import { ListView } from "./list-view";

const list = { data: [{ id: "a" }, { id: "b" }], isFetched: true } as ListResult<{ id: string }>;

it("a list scrolls to the row in the URL, and again when the same link is clicked again", async () => {
  const { person } = renderAt(
    "/visits#b",
    <>
      <Link to="#b">Your next visit</Link>
      <ListView list={list} name="visits" empty={null}>
        {({ id }) => <section id={id}>Visit {id}</section>}
      </ListView>
    </>,
  );
  expect(screen.getByText("Visit b")).toHaveFocus();
  await person.click(screen.getByRole("link", { name: "Your next visit" }));
  expect(screen.getByText("Visit b")).toHaveFocus();
});

const pages = [[{ id: "a" }], [{ id: "b" }], [{ id: "c" }], [{ id: "d" }]];

function Visits() {
  const [shown, setShown] = useState(1);
  const more = { hasNextPage: shown < pages.length, fetchNextPage: async () => setShown(shown + 1) };
  const data = pages.slice(0, shown).flat();
  return (
    <ListView list={{ ...list, data, ...more } as unknown as typeof list} name="visits" empty={null}>
      {({ id }) => <section id={id}>Visit {id}</section>}
    </ListView>
  );
}

it("a list loads more rows until the row in the URL is there", async () => {
  renderAt("/visits#c", <Visits />);
  expect(await screen.findByText("Visit c")).toHaveFocus();
  expect(screen.queryByText("Visit d")).toBeNull();
});
