import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "jsdom",
    pool: "threads", // a tenth less work than processes
    testTimeout: 20_000, // above what a wait may take (src/test/setup.ts)
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    css: false,
  },
});
