import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { countryName } from "../../../domain/money/formats.ts";
import { listPayoutDataQueue } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { atName, LongText } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/payout-data-queue";

const DONE = ["accepted", "declined", "gone", "in_progress"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, locale, t, stamp } = deskOf(context);
  const after = askedAfter(url.searchParams);
  const { details, next } = await listPayoutDataQueue(db, after);
  return {
    done: doneText(url, DONE, (done) => t(`adminPayouts:data.done.${done}`)),
    details: details.map(({ id, creator, masked_account, bank_country, confirmed_at }) => ({
      ...{ id, creator, masked_account },
      country: bank_country === null ? null : countryName(bank_country, locale),
      since: stamp(confirmed_at),
    })),
    next: nextPage("/admin/payout-data", next),
  };
}

export default function PayoutDataQueue({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  return (
    <AdminPage title={t("data.title")} done={loaderData.done}>
      <TableCard
        caption={t("data.title")}
        next={loaderData.next}
        nextText={t("data.next")}
        columns={[t("data.creator"), t("data.masked_account"), t("data.country"), t("data.since")]}
        empty={t("data.empty")}
        rows={loaderData.details.map((each) => ({
          key: each.id,
          cells: [
            <Link key="creator" className="row-link" to={`/admin/payout-data/${each.id}`}>
              <LongText text={atName(each.creator)} />
            </Link>,
            each.masked_account,
            each.country ?? "–",
            each.since,
          ],
        }))}
      />
    </AdminPage>
  );
}
