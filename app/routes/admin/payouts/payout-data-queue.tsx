import { servicesContext } from "../../../context.ts";
import { countryName, formatMoment } from "../../../domain/money/formats.ts";
import { listPayoutDataQueue } from "../../../domain/payouts/payouts.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/payout-data-queue";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["accepted", "declined", "gone", "in_progress"] as const;

/** Payout data that waits for a look, the longest first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const after = askedAfter(url.searchParams);
  const { details, next } = await listPayoutDataQueue(context.get(servicesContext).db, after);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("adminPayouts:data.title"),
    done: done ? t(`adminPayouts:data.done.${done}`) : null,
    details: details.map(({ id, creator, masked_account, bank_country, confirmed_at }) => ({
      ...{ id, creator, masked_account },
      country: bank_country === null ? null : countryName(bank_country, locale),
      since: confirmed_at === null ? null : formatMoment(confirmed_at, locale),
    })),
    next: nextPage("/admin/payout-data", next),
  };
}

export default function PayoutDataQueue({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[t("data.creator"), t("data.masked_account"), t("data.country"), t("data.since")]}
          empty={t("data.empty")}
          rows={loaderData.details.map((each) => ({
            key: each.id,
            cells: [
              <a key="creator" className="row-link" href={`/admin/payout-data/${each.id}`}>
                <LongText text={atName(each.creator)} />
              </a>,
              each.masked_account,
              each.country ?? "–",
              each.since,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("data.next")} />
      </section>
    </AdminPage>
  );
}
