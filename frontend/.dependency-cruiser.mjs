/**
 * Imports go one way, app → features → ui → api → lib, and features do not import each other's internals.
 * Dependency-cruiser resolves every import, so aliases, relative paths and types are all checked; Biome compares only
 * the text of the import.
 */
const layers = ["app", "features", "ui|drawings", "api", "lib"];
// Tests start the app as it is.
const TESTS = "\\.test\\.tsx?$|/test-[^/]+\\.tsx?$|^src/test/";

/** A layer imports nothing from the layers above it. */
const layerRules = layers.slice(1).map((layer, index) => ({
  name: `nothing-above-${layer.replace("|", "-and-")}`,
  severity: "error",
  from: { path: `^src/(?:${layer})/`, pathNot: TESTS },
  to: { path: `^src/(?:${layers.slice(0, index + 1).join("|")}|test)/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: "feature-internals",
      comment:
        "Import another feature's index (or mine, which only My Services loads), or move the code to ui, api or lib.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/(?:$1/|[^/]+/(?:index|mine)\\.ts$)" },
    },
    {
      name: "features-from-outside",
      comment: "Only the route table, which imports nothing, names a feature's pages.",
      severity: "error",
      from: { path: "^src/app/" },
      to: { path: "^src/features/", pathNot: "/index\\.ts$" },
    },
    {
      name: "desk-tab-internals",
      comment: "The desk's tabs are siblings: move what two of them need to features/desk/shared.",
      severity: "error",
      from: { path: "^src/features/desk/([^/]+)/", pathNot: "^src/features/desk/(?:pages|components)/" },
      to: { path: "^src/features/desk/[^/]+/", pathNot: "^src/features/desk/(?:$1|shared)/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs"] },
  },
};
