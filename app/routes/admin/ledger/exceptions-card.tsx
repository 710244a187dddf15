import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WaitingQueue } from "../../../domain/desk/queues.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import type { Locale } from "../../../domain/money/minor.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";

export function shownExceptions(queues: readonly WaitingQueue[], locale: Locale) {
  return queues
    .filter(({ isMoney, count }) => isMoney && count > 0)
    .sort((a, b) => (a.oldest?.getTime() ?? 0) - (b.oldest?.getTime() ?? 0))
    .map(({ queue, page, count, oldest }) => ({
      ...{ queue, page, count },
      since: oldest && formatMoment(oldest, locale),
    }));
}

export function ExceptionsCard({
  exceptions,
}: {
  exceptions: ReturnType<typeof shownExceptions>;
}): ReactElement {
  const { t } = useTranslation("desk");
  const { t: names } = useTranslation("queues");
  return (
    <Card title={t("exceptions.title")}>
      <DataTable
        caption={t("exceptions.title")}
        columns={[
          t("exceptions.queue"),
          { name: t("exceptions.count"), isFigure: true },
          { name: t("exceptions.since"), isMoment: true },
        ]}
        empty={t("exceptions.empty")}
        rows={exceptions.map(({ queue, page, count, since }) => ({
          key: queue,
          cells: [
            <Link key="queue" to={page}>
              {names(`name.${queue}`)}
            </Link>,
            count,
            since,
          ],
        }))}
      />
    </Card>
  );
}
