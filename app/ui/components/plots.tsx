import { useId } from "react";

export interface Bar {
  key: string;
  name: string;
  figure: string;
  amount: number;
  soft?: number;
}

/** One image without script, described by a table. Bars are SVG: the policy forbids inline styles. */
export function BarPlot({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ amount }) => amount));
  const percent = (amount: number) => `${Math.round((Math.min(amount, longest) * 1000) / longest) / 10}%`;
  return (
    <div className="plot" role="img" aria-label={title}>
      {bars.map(({ key, name, figure, amount, soft = 0 }) => (
        <div key={key} className={amount === 0 ? "plot-row plot-none" : "plot-row"}>
          <span>{name}</span>
          <b>{figure}</b>
          {amount === 0 ? null : (
            <svg width="100%" height="12" aria-hidden="true">
              <rect className="plot-room" width="100%" height="12" rx="3" />
              <rect className="plot-soft" width={percent(amount)} height="12" rx="3" />
              <rect className="plot-bar" width={percent(Math.max(0, amount - soft))} height="12" rx="3" />
            </svg>
          )}
        </div>
      ))}
    </div>
  );
}

export interface PlotColumn {
  key: string;
  name: string;
  short: string;
  figure: string;
  parts: readonly number[];
}

const HEIGHT = 150;
const TOP = 22;
const NAMED = 3;

export function ColumnPlot({
  title,
  columns,
  parts,
}: {
  title: string;
  columns: readonly PlotColumn[];
  parts: readonly string[];
}) {
  const id = useId();
  const sums = columns.map((column) => column.parts.reduce((sum, part) => sum + part, 0));
  const longest = Math.max(...sums, 0);
  const width = 100 / Math.max(1, columns.length);
  const highest = columns[sums.indexOf(longest)];
  const named = new Set(
    Array.from({ length: NAMED }, (_, place) => Math.round((place * (columns.length - 1)) / (NAMED - 1))),
  );
  return (
    <>
      <svg className="plot" width="100%" height={HEIGHT + TOP + 24} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {longest > 0 && highest ? (
          <text className="plot-figure" x="0" y="14">
            {highest.name}: {highest.figure}
          </text>
        ) : null}
        <rect className="plot-room" x="0" y={TOP + HEIGHT} width="100%" height="2" />
        {columns.map((column, place) => {
          let top = TOP + HEIGHT;
          return (
            <g key={column.key}>
              {column.parts.map((part, index) => {
                const height = longest === 0 ? 0 : Math.round((part * HEIGHT * 10) / longest) / 10;
                top -= height;
                return height === 0 ? null : (
                  <rect
                    key={parts[index]}
                    className={`plot-part-${index + 1}`}
                    x={`${place * width + width * 0.12}%`}
                    y={top}
                    width={`${width * 0.76}%`}
                    height={height}
                  />
                );
              })}
              {named.has(place) ? (
                <text
                  x={place === 0 ? "0" : place === columns.length - 1 ? "100%" : `${(place + 0.5) * width}%`}
                  y={TOP + HEIGHT + 20}
                  textAnchor={place === 0 ? "start" : place === columns.length - 1 ? "end" : "middle"}
                >
                  {column.short}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      {parts.length < 2 ? null : (
        <ul className="plot-legend">
          {parts.map((part, index) => (
            <li key={part}>
              <svg width="14" height="14" aria-hidden="true">
                <rect className={`plot-part-${index + 1}`} width="14" height="14" />
              </svg>
              {part}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
