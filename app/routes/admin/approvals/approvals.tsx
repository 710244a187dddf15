import { servicesContext } from "../../../context.ts";
import { listApprovals } from "../../../domain/approvals/approvals.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/approvals";
import { APPROVAL_DONE } from "./approval-outcomes.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** What waits for a second operator, the longest first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const { approvals, next } = await listApprovals(db, askedAfter(url.searchParams));
  const done = askedOf(url.searchParams, "done", APPROVAL_DONE);
  return {
    title: t("approvals:title"),
    done: done ? t(`approvals:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    approvals: approvals.map(({ id, kind, maker, worth_eur_minor, made_at }) => ({
      ...{ id, kind, maker },
      worth: formatAmount(worth_eur_minor, "EUR", locale),
      since: formatMoment(made_at, locale),
    })),
    next: nextPage("/admin/approvals", next),
  };
}

export default function Approvals({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("approvals");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>{t("intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("what"),
            { name: t("worth"), isFigure: true },
            t("maker"),
            { name: t("since"), isMoment: true },
          ]}
          empty={t("empty")}
          rows={loaderData.approvals.map((each) => ({
            key: each.id,
            cells: [
              <a key="what" className="row-link" href={`/admin/approvals/${each.id}`}>
                {t(`kind.${each.kind}`)}
              </a>,
              each.worth,
              <LongText key="maker" text={each.maker} />,
              each.since,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("next")} />
      </section>
    </AdminPage>
  );
}
