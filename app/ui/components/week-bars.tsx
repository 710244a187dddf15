import { useId } from "react";

const HEIGHT = 56;
const PART = 100 / 7;

export function WeekBars({
  title,
  bars,
}: {
  title: string;
  bars: readonly { key: string; name: string; figure: string; amount: number }[];
}) {
  const id = useId();
  const longest = Math.max(1, ...bars.map(({ amount }) => amount));
  return (
    <svg className="plot week-bars" width="100%" height={HEIGHT + 22} role="img" aria-labelledby={id}>
      <title id={id}>{`${title}: ${bars.map(({ name, figure }) => `${name} ${figure}`).join(", ")}`}</title>
      {bars.map(({ key, name, amount }, place) => {
        const height = Math.round((Math.max(0, amount) / longest) * HEIGHT);
        return (
          <g key={key}>
            <rect
              className="plot-room"
              x={`${place * PART + 1.5}%`}
              y={HEIGHT - 2}
              width={`${PART - 3}%`}
              height="2"
            />
            <rect
              className="plot-bar"
              x={`${place * PART + 1.5}%`}
              y={HEIGHT - height}
              width={`${PART - 3}%`}
              height={height}
              rx="3"
            />
            <text x={`${(place + 0.5) * PART}%`} y={HEIGHT + 17} textAnchor="middle">
              {[...name].slice(0, 2).join("")}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
