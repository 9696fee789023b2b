import { expect, it } from "vitest";
import * as z from "zod";
import { email, text, unlessBlank } from "./zod-messages";

const SHORT = "String must contain at least 2 character(s)";
const UNPRINTABLE = "This text contains a character that can't be displayed. Delete it and try again.";

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "Required"],
  [z.string(), null, "Expected string, received null"],
  [z.string(), [], "Expected string, received array"],
  [z.number(), "2", "Expected number, received string"],
  [z.number(), Number.NaN, "Please enter a number, such as 2400"],
  [z.int(), 1.5, "Expected integer, received float"],
  [z.string().min(2), "a", SHORT],
  [z.string().max(2), "abc", "String must contain at most 2 character(s)"],
  [z.array(z.string()).min(1), [], "Array must contain at least 1 element(s)"],
  [z.array(z.string()).max(1), ["a", "b"], "Array must contain at most 1 element(s)"],
  [z.number().min(1), 0, "Number must be greater than or equal to 1"],
  [z.number().max(1), 2, "Number must be less than or equal to 1"],
  [z.enum(["a", "b"]), "c", "Invalid enum value. Expected 'a' | 'b', received 'c'"],
  [z.enum(["a", "b"]), 7, "Expected string, received number"],
  [z.email(), "ada@example", "Invalid email"],
  [text({ min: 2, max: 3 }), " a ", SHORT],
  [text({ message: "Your name, please", min: 2, max: 3 }), "a", "Your name, please"],
  [text({ message: "Your name, please", max: 3 }), undefined, "Your name, please"],
  [text({ max: 2 }), "🎄🎄🎄", "String must contain at most 2 character(s)"],
  [text({ max: 9 }), "a\u0007", UNPRINTABLE],
  [text({ max: 9 }), "a\rb", UNPRINTABLE],
  [email("No address"), "ada@example", "No address"],
  [email("No address"), "", "No address"],
  [email("No address"), "a".repeat(255), "String must contain at most 254 character(s)"],
])("the message for an invalid value (%#)", (schema, input, message) => {
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it.each<[z.ZodType, unknown, unknown]>([
  [text({ min: 2, max: 2 }), " 🎄🎄 ", "🎄🎄"],
  [text({ max: 9 }), "a\tb\r\nc", "a\tb\r\nc"],
  [email("No address"), " Ada@Example.com ", "Ada@Example.com"],
  [unlessBlank(z.enum(["a"])), "", undefined],
  [unlessBlank(z.enum(["a"])), null, undefined],
  [unlessBlank(z.enum(["a"])), "a", "a"],
])("a valid value is kept (%#)", (schema, input, output) => {
  expect(schema.parse(input)).toBe(output);
});
