/** The words on an axis. */
export const axisText = { fontSize: 12, fill: "var(--muted-foreground)" } as const;

interface ChartTipProps {
  heading: (label: string) => string;
  /** A value in words; as it is by default. */
  show?: (value: number) => string;
  /** The rest comes from recharts. */
  active?: boolean;
  label?: string | number;
  payload?: readonly { name?: string | number; value?: unknown; color?: string }[];
}

/** What the mouse finds over a chart. Everybody else has the table. */
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
