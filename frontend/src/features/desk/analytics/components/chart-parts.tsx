/** The style of an axis's labels. */
export const axisText = { fontSize: 12, fill: "var(--muted-foreground)" } as const;

interface ChartTipProps {
  heading: (label: string) => string;
  /** Format a value; unchanged by default. */
  show?: (value: number) => string;
  /** Passed by recharts. */
  active?: boolean;
  label?: string | number;
  payload?: readonly { name?: string | number; value?: unknown; color?: string }[];
}

/** The tooltip of a chart. */
export function ChartTip({ heading, show = String, active, label, payload = [] }: ChartTipProps) {
  if (!active || payload.length === 0) return null;
  return (
    <div className="rounded-md border border-border bg-surface px-3 py-2 text-xs shadow-raised">
      <p className="font-[650] text-heading">{heading(String(label))}</p>
      {payload.map(({ name, value }) => (
        <p key={name} className="tabular-nums">
          {name}: {show(Number(value))}
        </p>
      ))}
    </div>
  );
}
