/**
 * Stands in for the package `react-style-singleton`, with which the dialogs of radix-ui keep the page behind them from
 * scrolling. The package writes a <style> element, which the content security policy forbids; a constructed style
 * sheet does the same and is allowed.
 */
import { useEffect } from "react";

function createSheet() {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return {
    add(css: string) {
      users += 1;
      if (users > 1) return;
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
}

interface StyleProps {
  styles: string;
  dynamic?: boolean;
}

/** A component that keeps a style sheet in the page while at least one instance of it is there. */
export function styleSingleton() {
  let sheet: ReturnType<typeof createSheet> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: the package is a factory, called once per module
  return function Style({ styles, dynamic = false }: StyleProps) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, only dynamic styles follow changes
    useEffect(() => {
      sheet ??= createSheet();
      sheet.add(styles);
      return () => sheet?.remove();
    }, [dynamic && styles]);
    return null;
  };
}
