import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import type { WaitingQueue } from "../../domain/desk/desk.server.ts";
import { getI18n } from "../../http/i18n.server.ts";

const HOUR = 3_600_000;
const LONG_HOURS = 48;

export function shownAges(queues: readonly WaitingQueue[], context: Readonly<RouterContextProvider>) {
  const now = context.get(servicesContext).clock().getTime();
  const { t } = getI18n(context);
  return queues
    .flatMap(({ queue, count, oldest }) =>
      oldest === null
        ? []
        : [{ queue, count, hours: Math.max(0, Math.trunc((now - oldest.getTime()) / HOUR)) }],
    )
    .sort((a, b) => b.hours - a.hours)
    .map(({ queue, count, hours }) => {
      const age =
        hours === 0
          ? t("overview:age_now")
          : hours < LONG_HOURS
            ? t("overview:age_hours", { hours })
            : t("overview:age_days", { days: Math.trunc(hours / 24) });
      return {
        key: queue,
        name: t(`queues:name.${queue}`),
        figure: t("overview:waiting", { age, count }),
        // A new entry needs a visible bar.
        amount: hours + 1,
      };
    });
}
