import type { ReactNode } from "react";

interface MapLinkProps {
  /** The address to search for, with its state. */
  place: string;
  className?: string;
  children: ReactNode;
}

/** The link from an address to a map, in a new tab; on a phone in the maps app. */
export function MapLink({ place, className = "text-link", children }: MapLinkProps) {
  return (
    <a
      className={className}
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
