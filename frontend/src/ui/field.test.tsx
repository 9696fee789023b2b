import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Field, FieldGroup } from "./field";
import { Segmented } from "./segmented";
import { TextInput } from "./text-input";

const notes = { help: "As on the mailbox.", error: "Enter a street" };

it("a field is described by its error and its help", () => {
  render(
    <Field label="Street" optional {...notes}>
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: /^Street ?\(optional\)$/ });
  expect(input).toHaveAccessibleDescription("Enter a street As on the mailbox.");
  expect(input).toBeInvalid();
});

it("a group of controls is described by its error and its help", () => {
  render(
    <FieldGroup label="Add-ons" optional {...notes}>
      <input type="checkbox" />
    </FieldGroup>,
  );
  const group = screen.getByRole("group", { name: /^Add-ons ?\(optional\)$/ });
  expect(group).toHaveAccessibleDescription("Enter a street As on the mailbox.");
});

it("a segmented choice is a radio group, described and marked invalid by its error", () => {
  const options = [
    { value: "phone", label: "Call" },
    { value: "text", label: "Text" },
  ];
  render(<Segmented legend="How" name="how" optional options={options} defaultValue="text" error="Choose" />);
  const group = screen.getByRole("radiogroup", { name: /^How ?\(optional\)$/ });
  expect(group).toHaveAccessibleDescription("Choose");
  expect(group).toBeInvalid();
  expect(screen.getByRole("radio", { name: "Text" })).toBeChecked();
});
