import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { hydrateAt } from "~/test/render";
import { useEarlyInput } from "./early-input";

function Choices() {
  useEarlyInput("choices");
  const [chosen, setChosen] = useState(["wreaths"]);
  const box = (name: string) => (
    <input
      type="checkbox"
      aria-label={name}
      checked={chosen.includes(name)}
      onChange={() =>
        setChosen((now) => (now.includes(name) ? now.filter((each) => each !== name) : [...now, name]))
      }
    />
  );
  return (
    <fieldset id="choices">
      {box("wreaths")}
      {box("timers")}
      {box("storage")}
    </fieldset>
  );
}

it("checkboxes changed before the scripts ran keep their state", () => {
  hydrateAt("/", <Choices />, (page) => {
    for (const name of ["wreaths", "timers"])
      page.querySelector<HTMLElement>(`[aria-label=${name}]`)?.click();
  });
  expect(screen.getByRole("checkbox", { name: "wreaths" })).not.toBeChecked();
  expect(screen.getByRole("checkbox", { name: "timers" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "storage" })).not.toBeChecked();
});
