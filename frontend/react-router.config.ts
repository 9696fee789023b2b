import type { Config } from "@react-router/dev/config";

/** A static build: Django serves it and answers the API. The pages that search engines see are prerendered. */
export default {
  appDirectory: "src/app",
  ssr: false,
  prerender: ["/", "/quote", "/christmas-trees"],
} satisfies Config;
