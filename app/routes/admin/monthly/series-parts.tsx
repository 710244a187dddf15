import { useTranslation } from "react-i18next";
import type { SERIES_STATES } from "../../../ui/components/known-names.ts";
import { UserLink } from "../page-parts.tsx";

export function SeriesState({ status }: { status: (typeof SERIES_STATES)[number] }) {
  const { t } = useTranslation("adminMonthly");
  return (
    <span className="status" data-status={status}>
      {t(`states.${status}`)}
    </span>
  );
}

export function SeriesReceiver({
  creator_id,
  username,
  group_slug,
}: {
  creator_id: string | null;
  username: string | null;
  group_slug: string | null;
}) {
  return creator_id === null ? (
    <>/gl/{group_slug ?? "–"}</>
  ) : (
    <UserLink id={creator_id} username={username} />
  );
}
