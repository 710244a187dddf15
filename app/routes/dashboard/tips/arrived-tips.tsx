import { type ReactElement, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { focusHeading } from "../../../ui/keep-focus.ts";
import { useSender } from "./tip-card.tsx";
import type { ShownTip } from "./tips-page.server.ts";

interface TipList {
  /** The page's address, with its filter. */
  page: string;
  tips: readonly ShownTip[];
  /** When the list was made: what comes later is not marked as read with the others. */
  seenAt: string;
}

/**
 * Keeps the list as it was when its page was opened. A tip that comes later would move what the creator reads down, so it
 * waits in a bar over the page until that is pressed; an empty list takes it at once. Browsers keep the place of what is
 * read by themselves only where the page is scrolled, and Safari never does.
 */
export function useHeldTips({ page, tips, seenAt }: TipList) {
  const now = { page, seenAt, ids: tips.map(({ id }) => id) };
  const [seen, setSeen] = useState(now);
  const isAnother = seen.page !== page || (seen.ids.length === 0 && now.ids.length > 0);
  if (isAnother) setSeen(now);
  const known = isAnother ? now : seen;
  // Whatever follows a known tip came from the next page, as tips of this one were read.
  const arrivals = Math.max(
    0,
    now.ids.findIndex((id) => known.ids.includes(id)),
  );
  return {
    arrived: tips.slice(0, arrivals),
    list: tips.slice(arrivals),
    seenAt: arrivals === 0 ? seenAt : known.seenAt,
    takeUp: () => setSeen(now),
  };
}

/** The tips that came since the page was opened, over the page: how many, and the newest with its amount and words. */
export function ArrivedTips({
  tips,
  page,
  onTakeUp,
}: {
  tips: readonly ShownTip[];
  page: string;
  onTakeUp(): void;
}): ReactElement {
  const [newest] = tips;
  const takeUp = (id: string) => {
    flushSync(onTakeUp);
    focusHeading(document.getElementById(`tip-${id}`));
  };
  // It is there also when empty: what a live region says is read out as it changes.
  return (
    <div className="arrived" role="status">
      {newest ? (
        <Link to={`${page}#tip-${newest.id}`} replace onClick={() => takeUp(newest.id)}>
          <Arrival tip={newest} count={tips.length} />
        </Link>
      ) : null}
    </div>
  );
}

function Arrival({ tip, count }: { tip: ShownTip; count: number }): ReactElement {
  const { t } = useTranslation("dashboard");
  const name = useSender(tip);
  return (
    <>
      <small>{t("arrived", { count })}</small>
      <span>
        <b>{tip.amount}</b> {tip.status === "DECLINED" ? name : t("tip.from", { name })}
      </span>
      {tip.message === null ? null : <q>{tip.message}</q>}
    </>
  );
}
