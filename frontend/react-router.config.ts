import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { notFoundPath, routeManifest } from "./src/app/routes";

/** A static build: Django serves it together with the API, and reads from `routes.json` which pages exist. */
export default {
  appDirectory: "src/app",
  ssr: false,
  prerender: [...routeManifest.prerendered, notFoundPath],
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    const client = join(buildDirectory, "client");
    await writeFile(join(client, "routes.json"), JSON.stringify(routeManifest));
    // For `make check`, which measures what each page loads; nothing that browsers need.
    await rename(join(client, ".vite", "manifest.json"), join(buildDirectory, "chunks.json"));
    await rm(join(client, ".vite"), { recursive: true });
  },
} satisfies Config;
