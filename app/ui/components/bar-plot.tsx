import { useId } from "react";

export interface Bar {
  key: string;
  name: string;
  figure: string;
  amount: number;
  /** Share of the amount at the bar's end in a lighter tone. */
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
