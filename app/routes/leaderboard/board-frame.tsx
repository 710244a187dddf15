import type { ReactNode } from "react";
import { INTERVALS, RANGES } from "../../domain/leaderboard/leaderboard.schema.ts";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import { type BoardAddress, boardUrl } from "./board-url.ts";

const KINDS = ["creators", "grouplists"] as const;

export function BoardFrame({ at, children }: { at: BoardAddress; children: ReactNode }) {
  const { t } = useTexts("leaderboard");
  const { kind, range = "month", interval } = at;
  return (
    <div className="board">
      <Title order={1}>{t("title")}</Title>
      <nav className="tabs" aria-label={t("kinds.label")}>
        {KINDS.map((each) => (
          <Here key={each} href={boardUrl({ kind: each, range })} isHere={each === kind}>
            {t(`kinds.${each}`)}
          </Here>
        ))}
      </nav>
      <p className="help">{interval ? t("history.text") : t(`intro.${kind}`)}</p>
      {interval ? (
        <nav className="tabs" aria-label={t("intervals.label")}>
          {INTERVALS.map((each) => (
            <Here key={each} href={boardUrl({ kind, interval: each })} isHere={each === interval}>
              {t(`intervals.${each}`)}
            </Here>
          ))}
        </nav>
      ) : (
        <nav className="tabs" aria-label={t("ranges.label")}>
          {RANGES.map((each) => (
            <Here key={each} href={boardUrl({ kind, range: each })} isHere={each === range}>
              {t(`ranges.${each}`)}
            </Here>
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}

function Here({ href, isHere, children }: { href: string; isHere: boolean; children: ReactNode }) {
  return (
    <a href={href} {...(isHere ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}

export function Pages(props: { current: number; before: string | null; after: string | null }) {
  const { t } = useTexts("leaderboard");
  const { current, before, after } = props;
  if (before === null && after === null) return null;
  return (
    <nav className="board-pages" aria-label={t("pages.label")}>
      {before === null ? <span /> : <a href={before}>{t("pages.before")}</a>}
      <span>{t("pages.current", { page: current })}</span>
      {after === null ? <span /> : <a href={after}>{t("pages.after")}</a>}
    </nav>
  );
}
