import type { PaymentCode } from "../shared/types";

// Scanners need an empty edge of four squares around a code (ISO/IEC 18004).
const EDGE = 4;

interface QrCodeProps {
  code: PaymentCode;
  /** What it opens, for screen readers. */
  label: string;
  className?: string;
}

/** A QR code, black on white in both themes and on paper. */
export function QrCode({ code: { size, path }, label, className }: QrCodeProps) {
  const across = size + 2 * EDGE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-EDGE} ${-EDGE} ${across} ${across}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect x={-EDGE} y={-EDGE} width={across} height={across} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
