import { useEffect, useEffectEvent } from "react";

/** Open the palette with Ctrl+K or ⌘+K, unless another dialog is open. */
export function useCommandKey(open: () => void, isEnabled: boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    // Browsers use the key for their own search.
    event.preventDefault();
    if (!document.querySelector("[role=dialog], [role=alertdialog]")) open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
