import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listApprovals, listDecidedApprovals } from "../../../domain/approvals/approvals.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { atName, LongText } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { APPROVAL_DONE, showApproval, showDecision } from "../approvals.server.ts";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/approvals";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { role } = await requireViewer(request, context);
  const desk = deskOf(context);
  const { db, isAlone, locale, t } = desk;
  const after = askedAfter(url.searchParams);
  const { approvals, next } = await listApprovals(db, role, after);
  const decided = await listDecidedApprovals(db, role, askedAfter(url.searchParams, "decided"));
  return {
    done: doneText(url, APPROVAL_DONE, (done) => t(`approvals:done.${done}`)),
    isAlone,
    approvals: approvals.map((each) => showApproval(each, desk)),
    decided: decided.approvals.map((each) => ({
      ...showApproval(each, desk),
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
      <TableCard
        caption={t("title")}
        next={loaderData.next}
        nextText={t("next")}
        columns={[t("what"), t("subject"), figure(t("worth")), t("maker"), time(t("since"))]}
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
      <TableCard
        title={t("decided")}
        next={loaderData.nextDecided}
        nextText={t("next")}
        columns={[t("what"), t("subject"), figure(t("worth")), t("end")]}
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
    </AdminPage>
  );
}

function About({
  creator,
  group_slug: group,
  voucher_end: end,
  operator,
  settings,
  payouts_count,
}: Pick<
  ReturnType<typeof showApproval>,
  "creator" | "group_slug" | "voucher_end" | "operator" | "settings" | "payouts_count"
>) {
  const { t } = useTranslation("approvals");
  if (creator !== null) return <LongText text={atName(creator)} />;
  if (operator !== null) return <LongText text={operator} />;
  if (settings !== null) return settings;
  if (group !== null) return <LongText text={`/gl/${group}`} />;
  if (end !== null) return t("voucher", { end });
  return payouts_count === null ? "–" : t("payoutsCount", { count: payouts_count });
}
