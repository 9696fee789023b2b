import * as z from "zod";

/** Return a value's name in "Expected X, received Y". */
function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => `'${value}'`).join(" | ");
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

function typeMessage(expected: string, input: unknown): string {
  if (input === undefined) return "Required";
  // The value of a number field that contains words.
  if (Number.isNaN(input)) return "Please enter a number, such as 2400";
  if (expected === "int") return "Expected integer, received float";
  return `Expected ${expected}, received ${typeName(input)}`;
}

function sizeMessage(issue: Issue): string | undefined {
  const isMinimum = issue.code === "too_small";
  const limit = isMinimum ? issue.minimum : issue.maximum;
  if (issue.origin === "string") {
    return `String must contain at ${isMinimum ? "least" : "most"} ${limit} character(s)`;
  }
  if (issue.origin === "array") {
    return `Array must contain at ${isMinimum ? "least" : "most"} ${limit} element(s)`;
  }
  return `Number must be ${isMinimum ? "greater" : "less"} than or equal to ${limit}`;
}

function message(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeMessage(issue.expected, issue.input);
    case "too_small":
    case "too_big":
      return sizeMessage(issue);
    case "invalid_value":
      if (typeof issue.input !== "string") return typeMessage("string", issue.input);
      return `Invalid enum value. Expected ${quoted(issue.values)}, received '${issue.input}'`;
    case "invalid_format":
      return issue.format === "email" ? "Invalid email" : undefined;
    default:
      return undefined;
  }
}

/** The default messages, for every rule without its own. */
z.config({ customError: message });

/** Return the number of characters as people and the server count them: an emoji counts once, not twice. */
export function characters(text: string): number {
  return [...text].length;
}

/** Control characters except tab and line feed, as the server rejects them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this finds control characters
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

interface TextRules {
  /** The message if the text is missing or too short. */
  message?: string;
  min?: number;
  max: number;
}

/** Trimmed text. The first broken rule gives the message. */
export function text({ message: own, min = 0, max }: TextRules) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? own : undefined) })
    .trim()
    .superRefine((value, context) => {
      const length = characters(value);
      const add = (problem: string) => context.addIssue({ code: "custom", message: problem });
      if (UNPRINTABLE.test(value.replaceAll("\r\n", "\n")))
        add("This text contains a character that can't be displayed. Delete it and try again.");
      else if (length < min) add(own ?? `String must contain at least ${min} character(s)`);
      else if (length > max) add(`String must contain at most ${max} character(s)`);
    });
}

/**
 * ASCII only; a domain in another script is in its IDNA form. The server has the same rule (common/email_addresses.py).
 */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const TOP_LEVEL = "(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])";
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, "i");

/** An email address of at most 254 characters; `message` is shown for anything else. */
export function email(message: string) {
  return text({ message, min: 1, max: 254 }).superRefine((value, context) => {
    if (value && characters(value) <= 254 && !EMAIL.test(value))
      context.addIssue({ code: "custom", message });
  });
}

/** An optional choice. If nothing is chosen, a select has "" and a draft may have null. */
export function unlessBlank<Choice extends z.ZodType>(choice: Choice) {
  return z.preprocess((value) => (value === "" || value === null ? undefined : value), choice.optional());
}
