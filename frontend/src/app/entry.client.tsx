import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reportError, watchErrors } from "./report-errors";

watchErrors();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onCaughtError(error) {
        // biome-ignore lint/suspicious/noConsole: as React does without this option
        console.error(error);
        reportError(error);
      },
    },
  );
});
