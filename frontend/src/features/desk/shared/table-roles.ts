/**
 * What the parts of a table are. On narrow screens tables of the desk become blocks, and an element that is not displayed
 * as a table loses what it is for screen readers in most browsers: so the roles are written out.
 */
export const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
