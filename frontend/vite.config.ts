import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const backend = process.env.BACKEND_URL ?? "http://127.0.0.1:8000";

// Few files for a first visit: a phone pays for each request more than for its bytes.
const firstVisit = {
  groups: [
    // Two files, since a file's code runs in one go (src/app/start-of-page.ts).
    { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
    { name: "framework", test: /node_modules[\\/](react-router|@tanstack)[\\/]/, priority: 2 },
    {
      name: "shared",
      test: /node_modules[\\/]lucide-react|figtree|src[\\/](lib[\\/](?!zod|typed)|api[\\/]|app[\\/]frame|ui[\\/](button|card|note|page|phone-link|seo|use-required|field|text-input|alert|band|chip|check-mark|checked-list|toast\.|toast-error|toaster|segmented|early-input|lazy-part|tooltip|error-state|numbered-steps|share-look|look-picture|logo)|features[\\/]quotes[\\/]estimate|drawings[\\/](art|inline|house|pictures))/,
      minShareCount: 2,
      priority: 1,
    },
  ],
};

export default defineConfig({
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: firstVisit } } } } },
  build: { manifest: true }, // for react-router.config.ts
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    tsconfigPaths: true,
    // The package behind radix-ui's dialogs writes <style> elements, which the content security policy forbids.
    alias: {
      "react-style-singleton": fileURLToPath(new URL("./src/lib/style-singleton.ts", import.meta.url)),
    },
  },
  // All packages are prepared at the start: one found later would make the open page reload.
  optimizeDeps: { entries: ["src/**/*.{ts,tsx}", "!src/**/*.test.{ts,tsx}", "!src/test/**"] },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(
      // Django is told the address in the browser: it refuses forms that come from any other.
      ["/api", "/accounts", "/backoffice", "/demo", "/static", "^/f/", "/unsubscribe/"].map((path) => [
        path,
        { target: backend },
      ]),
    ),
  },
});
