/** Rows of the input tables that the backend's tests read too. */
export interface InputRow {
  name: string;
  set?: Record<string, unknown>;
  omit?: string[];
  errors?: Record<string, string>;
}

export interface InputTable {
  base: Record<string, unknown>;
  good: InputRow[];
  bad: InputRow[];
}

/** Return the body of a row: the table's valid body with the row's changes. "@past" means a past day. */
export function bodyOf(table: InputTable, row: InputRow): Record<string, unknown> {
  const body: Record<string, unknown> = { ...table.base, ...row.set };
  for (const key of row.omit ?? []) delete body[key];
  for (const [key, value] of Object.entries(body)) if (value === "@past") body[key] = "2020-12-05";
  return body;
}

interface SafeParser {
  safeParse(input: unknown): {
    success: boolean;
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
  };
}

/** Return the first message of each field, as the form shows it; null if the body is valid. */
export function messagesOf(schema: SafeParser, body: unknown): Record<string, string> | null {
  const result = schema.safeParse(body);
  if (result.success) return null;
  const messages: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) messages[String(issue.path[0])] ??= issue.message;
  return messages;
}
