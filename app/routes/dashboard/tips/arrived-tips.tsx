import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { focusHeading } from "../../../ui/keep-focus.ts";
import { useSender } from "./tip-card.tsx";
import type { ShownTip } from "./tips-page.server.ts";

interface TipList {
  page: string;
  tips: readonly ShownTip[];
  /** Later tips are not marked as read. */
  seenAt: string;
}

/**
 * New tips would move what is read, so they wait in a bar; an empty list takes them at once. Browsers anchor
 * only scrolled pages, and Safari none.
 */
export function useHeldTips({ page, tips, seenAt }: TipList) {
  const now = { page, seenAt, ids: tips.map(({ id }) => id) };
  const [seen, setSeen] = useState(now);
  const isAnother = seen.page !== page || (seen.ids.length === 0 && now.ids.length > 0);
  if (isAnother) setSeen(now);
  const known = isAnother ? now : seen;
  // Tips after a known one came from the next page.
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

export function ArrivedTips({
  tips,
  page,
  onTakeUp,
}: {
  tips: readonly ShownTip[];
  page: string;
  onTakeUp(): void;
}) {
  const [newest] = tips;
  const takeUp = (id: string) => {
    flushSync(onTakeUp);
    focusHeading(document.getElementById(`tip-${id}`));
  };
  // A live region must exist before its content.
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

function Arrival({ tip, count }: { tip: ShownTip; count: number }) {
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
