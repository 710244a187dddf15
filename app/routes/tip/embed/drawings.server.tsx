import { renderToStaticMarkup } from "react-dom/server";
import { OWN_ACCENT, textOn } from "../../../domain/settings/accent.ts";
import type { ShownGoal } from "../profile-head.tsx";

/** Widest letter of the fallback fonts at 16 px. */
const LETTER = 9;

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

const BADGE_HEIGHT = 44;

const HEART = "M19.500 12.572l-7.500 7.428l-7.500 -7.428a5 5 0 1 1 7.500 -6.566a5 5 0 1 1 7.500 6.572";

/** No script, style or other file. The width is independent of the font. */
export function drawBadge(text: string, accent: string = OWN_ACCENT): string {
  const ink = textOn(accent);
  const length = [...text].length * LETTER;
  const width = length + 70;
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={BADGE_HEIGHT}
      viewBox={`0 0 ${width} ${BADGE_HEIGHT}`}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <rect width={width} height={BADGE_HEIGHT} rx="12" fill={accent} />
      <g
        transform="translate(16 10)"
        fill="none"
        stroke={ink}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={HEART} />
      </g>
      <text
        x="52"
        y="28"
        fill={ink}
        fontFamily={FONT}
        fontSize="16"
        fontWeight="600"
        textLength={length}
        lengthAdjust="spacingAndGlyphs"
      >
        {text}
      </text>
    </svg>,
  );
}

const GOAL = { width: 480, height: 92 };
const INNER = GOAL.width - 40;

/** No script, style or other file. Narrows long titles. */
export function drawGoal({ title, percent }: ShownGoal, sum: string, accent: string): string {
  const isLong = [...title].length * LETTER > INNER;
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={GOAL.width}
      height={GOAL.height}
      viewBox={`0 0 ${GOAL.width} ${GOAL.height}`}
      role="img"
      aria-label={`${title}: ${sum}`}
    >
      <title>{`${title}: ${sum}`}</title>
      <rect width={GOAL.width} height={GOAL.height} rx="12" fill="#ffffff" stroke="#d9d4cf" />
      <g fontFamily={FONT} fill="#221d19">
        <text
          x="20"
          y="31"
          fontSize="16"
          fontWeight="600"
          {...(isLong && { textLength: INNER, lengthAdjust: "spacingAndGlyphs" })}
        >
          {title}
        </text>
        <text x="20" y="77" fontSize="14">
          {sum}
        </text>
      </g>
      <rect x="20" y="43" width={INNER} height="12" rx="6" fill="#ece7e2" />
      {percent > 0 ? (
        <rect x="20" y="43" width={(INNER * percent) / 100} height="12" rx="6" fill={accent} />
      ) : null}
    </svg>,
  );
}
