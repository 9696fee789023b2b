import youngSerif from "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { LucideProvider } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { businessMetas } from "~/lib/business";
import { campaignScript } from "~/lib/campaign";
import { themeScript, useTheme } from "~/lib/theme";
import { earlyClickScript, useEarlyClicks } from "~/ui/early-clicks";
import { earlySubmitScript } from "~/ui/early-input";
import type { PageHandle } from "~/ui/page";
import { Toaster } from "~/ui/toaster";
import { AccountGuard } from "./account-guard";
import { ErrorPage } from "./frame/error-page";
import { PageFrame } from "./frame/page-frame";
import { useDoubleClickGuard } from "./frame/use-double-click-guard";
import { useFocusRecovery } from "./frame/use-focus-recovery";
import { OfflineGuard } from "./offline-guard";
import { createQueryClient } from "./query-client";
import { firstVisitScript } from "./start-of-page";
import "~/styles/app.css";

const headScript = [themeScript, campaignScript, earlySubmitScript, earlyClickScript, firstVisitScript].join(
  ";",
);

/** The document around every page, prerendered or not. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script below sets the class before React runs.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {businessMetas.map((meta) => (
          <meta key={meta.name} {...meta} />
        ))}
        <meta name="theme-color" content="#070f1d" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={youngSerif} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-surface text-heading focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
        >
          Skip to content
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Shown while a page that is not prerendered loads its code. */
export function HydrateFallback() {
  return <div className="min-h-dvh" aria-busy="true" />;
}

/** One client per page load. The error page shares it, so it knows who is signed in. */
let sharedClient: QueryClient | undefined;

function getQueryClient(): QueryClient {
  if (typeof document === "undefined") return createQueryClient();
  sharedClient ??= createQueryClient();
  return sharedClient;
}

function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(getQueryClient);
  useDoubleClickGuard();
  useFocusRecovery();
  useEarlyClicks();
  // Also follow the device's theme on pages without the switch.
  useTheme();
  return (
    <QueryClientProvider client={queryClient}>
      {/* An icon without a name of its own is hidden from screen readers by lucide itself. */}
      <LucideProvider strokeWidth={1.75}>
        {children}
        <Toaster />
      </LucideProvider>
    </QueryClientProvider>
  );
}

export default function App() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return (
    <Providers>
      <OfflineGuard />
      <AccountGuard />
      {handle?.frame === "none" ? (
        <Outlet />
      ) : (
        <PageFrame header={handle?.frame}>
          <Outlet />
        </PageFrame>
      )}
    </Providers>
  );
}

/** Shown for errors that no page catches. Unknown URLs are not errors: the route table has a page for them. */
export function ErrorBoundary() {
  return (
    <Providers>
      <ErrorPage />
    </Providers>
  );
}
