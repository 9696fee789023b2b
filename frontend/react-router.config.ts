import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { routeManifest } from "./src/app/routes";

/** A static build: Django serves it together with the API, and reads from `routes.json` which pages exist. */
export default {
  appDirectory: "src/app",
  ssr: false,
  prerender: routeManifest.prerendered,
  async buildEnd({ reactRouterConfig }) {
    const file = join(reactRouterConfig.buildDirectory, "client", "routes.json");
    await writeFile(file, JSON.stringify(routeManifest));
  },
} satisfies Config;
