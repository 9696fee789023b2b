import { screen } from "@testing-library/react";
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
