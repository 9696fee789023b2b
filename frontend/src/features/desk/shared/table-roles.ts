/**
 * ARIA roles of the parts of a table. On narrow screens the desk's tables are displayed as blocks, and most browsers then
 * drop the table semantics unless the roles are explicit.
 */
export const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
