import { render, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { aPerson } from "~/test/person";
import { hydrateAt } from "~/test/render";
import { useFocusRecovery } from "./use-focus-recovery";

function Page({ explicit = false }: { explicit?: boolean }) {
  useFocusRecovery();
  const [rows, setRows] = useState(["Home", "Shop"]);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (row: string) => {
    setRows(rows.filter((each) => each !== row));
    if (explicit) heading.current?.focus();
  };
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        Places
      </h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => remove(row)}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

it("moves the focus of a removed element to the nearest region around it", async () => {
  render(<Page />);
  const person = aPerson();
  screen.getByRole("button", { name: "Remove Home" }).focus();
  await person.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name: "Remove Home" })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("list")).toHaveFocus());
  await person.tab();
  expect(screen.getByRole("button", { name: "Remove Shop" })).toHaveFocus();
  // Also when it happens again.
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("list")).toHaveFocus());
});

it("moves the focus each time that an element is removed", async () => {
  render(<Page />);
  const person = aPerson();
  for (const row of ["Home", "Shop"]) {
    screen.getByRole("button", { name: `Remove ${row}` }).focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("list")).toHaveFocus());
    screen.getByRole("list").blur();
  }
});

it("also does so if the element was focused before the scripts arrived", async () => {
  const { person } = hydrateAt("/", <Page />, (page) => page.querySelector("button")?.focus());
  expect(screen.getByRole("button", { name: "Remove Home" })).toHaveFocus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.getAllByRole("list")[0]).toHaveFocus());
});

it("leaves the focus where other code has moved it", async () => {
  render(<Page explicit />);
  const person = aPerson();
  screen.getByRole("button", { name: "Remove Home" }).focus();
  await person.keyboard("{Enter}");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByRole("heading")).toHaveFocus();
});
