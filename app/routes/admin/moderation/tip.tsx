import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { countryName, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findTipReceiver, takeOffPage } from "../../../domain/tips/named-fans.server.ts";
import { acceptTip, declineTip, findTipReview } from "../../../domain/tips/review.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { button, pageActs } from "../acts.server.ts";
import { tipQueue } from "../case-queues.server.ts";
import { caseWalk } from "../case-walk.server.ts";
import type { Route } from "./+types/tip";
import { accepts, declines } from "./decisions.server.ts";
import { ReviewImage, ReviewPage } from "./review-page.tsx";
import { ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownDecision, shownReview } from "./reviews.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { db } = context.get(servicesContext);
  const tip = isId(params.id) ? await findTipReview(db, params.id) : null;
  if (!tip) {
    // A tip without a review is logged too when its fan is removed from a page.
    const receiver = isId(params.id) ? await findTipReceiver(db, params.id) : null;
    throw receiver === null ? data(null, { status: 404 }) : redirect(`/admin/users/${receiver}/page`);
  }
  const shown = shownReview(context, tip, tip.paid_at);
  return {
    ...shown,
    id: tip.id,
    title: getI18n(context).t("admin:tips.one", { amount: shown.amount, name: tip.creator.name }),
    done: reviewDone(context, url),
    walk: await caseWalk(tipQueue(db), tip.id, url, request),
    decision: shownDecision(context, tip),
    sender: tip.sender_name,
    item: tip.item_name,
    message: tip.message,
    hasImage: tip.has_image,
    country: tip.country === null ? null : countryName(tip.country, locale),
    payments: tip.payments.map((payment) => ({
      id: payment.id,
      type: payment.type,
      status: payment.status,
      charged: formatAmount(payment.charged_minor, payment.charged_currency, locale),
      at: formatMoment(payment.created_at, locale),
    })),
  };
}

export const action = pageActs({
  accept: accepts(tipQueue, ({ services, id, operator_id }) =>
    acceptTip(services, { tip_id: id, operator_id }),
  ),
  decline: declines(tipQueue, ({ services, id, operator_id, reason }) =>
    declineTip(services, { tip_id: id, operator_id, reason }),
  ),
  take_off_page: button(async ({ services, id, operator_id }) => {
    const by = { by: "OPERATOR", tip_id: id, operator_id } as const;
    const done = await takeOffPage(services.db, by, services.clock());
    const creator = await findTipReceiver(services.db, id);
    return redirect(creator === null ? "/admin/users" : `/admin/users/${creator}/page?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Tip({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: tip } = useTranslation("tip");
  const { payments, minutesLeft } = loaderData;
  const address = `/admin/tips/${loaderData.id}`;
  return (
    <ReviewPage
      facts={loaderData}
      acceptText={t("tips.acceptText")}
      declineText={t("tips.declineText")}
      reasonHelp={t("reviews.reasonHelp")}
      more={
        <Card title={t("tips.payments")}>
          <DataTable
            caption={t("tips.payments")}
            columns={[
              t("tips.way"),
              { name: t("tips.charged"), isFigure: true },
              t("tips.payment"),
              { name: t("history.at"), isMoment: true },
            ]}
            empty={t("tips.noPayments")}
            rows={payments.map((payment) => ({
              key: payment.id,
              cells: [
                tip(`payment.types.${payment.type}.name`),
                payment.charged,
                t(`tips.paymentStatus.${payment.status}`),
                payment.at,
              ],
            }))}
          />
        </Card>
      }
    >
      <div className="beside-data">
        <Card title={t("tips.facts")}>
          <Facts
            facts={[
              [t("reviews.why"), <ReviewReasonName key="why" reason={loaderData.reason} />],
              [
                t("reviews.left"),
                minutesLeft === null ? null : <TimeLeft key="left" minutes={minutesLeft} />,
              ],
              [t("tips.paidAt"), loaderData.since],
              [t("tips.item"), loaderData.item],
              [t("queue.country"), loaderData.country],
            ]}
          />
        </Card>
        <Card title={t("tips.content")}>
          <Facts facts={[[t("tips.sender"), loaderData.sender ?? t("tips.anonymous")]]} />
          <p className="said">{loaderData.message ?? t("tips.wordless")}</p>
          {loaderData.hasImage ? <ReviewImage address={address} alt={t("tips.image")} /> : null}
        </Card>
      </div>
    </ReviewPage>
  );
}
