import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listApprovals, listDecidedApprovals } from "../../../domain/approvals/approvals.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/approvals";
import { APPROVAL_DONE } from "./approval-outcomes.ts";
import { showApproval, showDecision } from "./shown-approvals.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const after = askedAfter(url.searchParams);
  const { approvals, next } = await listApprovals(db, after);
  const decided = await listDecidedApprovals(db, askedAfter(url.searchParams, "decided"));
  const done = askedOf(url.searchParams, "done", APPROVAL_DONE);
  return {
    done: done ? t(`approvals:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    approvals: approvals.map((each) => showApproval(each, locale)),
    decided: decided.approvals.map((each) => ({
      ...showApproval(each, locale),
      end: showDecision(each, t, locale),
    })),
    next: nextPage("/admin/approvals", next),
    nextDecided: nextPage("/admin/approvals", decided.next, { after }, "decided"),
  };
}

export default function Approvals({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("approvals");
  return (
    <AdminPage title={t("title")} done={loaderData.done} isAlone={loaderData.isAlone}>
      {loaderData.approvals.length > 0 ? <p>{t("intro")}</p> : null}
      <section className="card">
        <DataTable
          caption={t("title")}
          columns={[
            t("what"),
            t("subject"),
            { name: t("worth"), isFigure: true },
            t("maker"),
            { name: t("since"), isMoment: true },
          ]}
          empty={t("empty")}
          rows={loaderData.approvals.map((each) => ({
            key: each.id,
            cells: [
              <Link key="what" className="row-link" to={`/admin/approvals/${each.id}`}>
                {t(`kind.${each.kind}`)}
              </Link>,
              <About key="about" {...each} />,
              each.worth,
              <LongText key="maker" text={each.maker} />,
              each.since,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("next")} />
      </section>
      <Card title={t("decided")}>
        <DataTable
          caption={t("decided")}
          columns={[t("what"), t("subject"), { name: t("worth"), isFigure: true }, t("end")]}
          empty={t("noneDecided")}
          rows={loaderData.decided.map((each) => ({
            key: each.id,
            cells: [
              <Link key="what" to={`/admin/approvals/${each.id}`}>
                {t(`kind.${each.kind}`)}
              </Link>,
              <About key="about" {...each} />,
              each.worth,
              <LongText key="end" text={each.end} />,
            ],
          }))}
        />
        <NextPage href={loaderData.nextDecided} text={t("next")} />
      </Card>
    </AdminPage>
  );
}

function About({
  creator,
  group_slug: group,
  voucher_end: end,
  payouts_count,
}: Pick<ReturnType<typeof showApproval>, "creator" | "group_slug" | "voucher_end" | "payouts_count">) {
  const { t } = useTranslation("approvals");
  if (creator !== null) return <LongText text={atName(creator)} />;
  if (group !== null) return <LongText text={`/gl/${group}`} />;
  if (end !== null) return t("voucher", { end });
  return payouts_count === null ? "–" : t("payoutsCount", { count: payouts_count });
}
