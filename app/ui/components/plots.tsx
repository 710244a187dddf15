import { useId } from "react";

export interface Bar {
  key: string;
  name: string;
  figure: string;
  amount: number;
  soft?: number;
}

const ROW = 44;
const EMPTY_ROW = 26;

/** SVG without script, described by a table. Percentages keep the letters' size at any width. */
export function BarPlot({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const id = useId();
  const longest = Math.max(1, ...bars.map(({ amount }) => amount));
  const tops = [0];
  for (const { amount } of bars) tops.push((tops.at(-1) ?? 0) + (amount === 0 ? EMPTY_ROW : ROW));
  const percent = (amount: number) => `${Math.round((Math.min(amount, longest) * 1000) / longest) / 10}%`;
  return (
    <svg className="plot" width="100%" height={tops.at(-1)} role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      {bars.map(({ key, name, figure, amount, soft = 0 }, place) => {
        const top = tops[place] ?? 0;
        if (amount === 0)
          return (
            <g key={key} className="plot-none">
              <BarName name={name} top={top} />
              <text x="100%" y={top + 16} textAnchor="end">
                {figure}
              </text>
            </g>
          );
        return (
          <g key={key}>
            <BarName name={name} top={top} />
            <text className="plot-figure" x="100%" y={top + 16} textAnchor="end">
              {figure}
            </text>
            <rect className="plot-room" x="0" y={top + 23} width="100%" height="12" rx="3" />
            <rect className="plot-soft" x="0" y={top + 23} width={percent(amount)} height="12" rx="3" />
            <rect
              className="plot-bar"
              x="0"
              y={top + 23}
              width={percent(Math.max(0, amount - soft))}
              height="12"
              rx="3"
            />
          </g>
        );
      })}
    </svg>
  );
}

/** SVG cannot measure, so CSS truncates the name beside its figure. */
function BarName({ name, top }: { name: string; top: number }) {
  return (
    <foreignObject x="0" y={top} width="64%" height="22">
      <div className="plot-name">{name}</div>
    </foreignObject>
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
    </>
  );
}
