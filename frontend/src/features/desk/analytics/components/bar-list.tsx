export interface Bar {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** The text next to the bar. */
  value: string;
}

/** Horizontal bars with their values. Use it in a chart with a table, for screen readers. */
export function BarList({ bars, color }: { bars: readonly Bar[]; color: string }) {
  return (
    <ul className="grid grid-cols-[6.5rem_minmax(0,1fr)_minmax(3.2rem,max-content)] gap-x-[0.9rem] gap-y-4">
      {bars.map(({ label, percent, value }) => (
        <li key={label} className="col-span-3 grid grid-cols-subgrid items-center text-sm">
          <span className="wrap-anywhere">{label}</span>
          <span className="h-6 overflow-clip rounded-[3px] bg-surface-2">
            <span
              className="block h-full rounded-l-[3px] forced-colors:bg-[CanvasText]!"
              style={{ width: `${percent}%`, backgroundColor: color }}
            />
          </span>
          <b className="text-right text-heading tabular-nums">{value}</b>
        </li>
      ))}
    </ul>
  );
}
