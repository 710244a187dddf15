import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { acceptItem, declineItem, findItemReview } from "../../../domain/items/item-reviews.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { pageActs } from "../acts.server.ts";
import { itemQueue } from "../case-queues.server.ts";
import { caseWalk } from "../case-walk.server.ts";
import type { Route } from "./+types/item";
import { accepts, declines } from "./decisions.server.ts";
import { ReviewImage, ReviewPage } from "./review-page.tsx";
import { ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownDecision, shownReview } from "./reviews.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const item = isId(params.id) ? await findItemReview(context.get(servicesContext).db, params.id) : null;
  if (!item) throw data(null, { status: 404 });
  return {
    ...shownReview(context, item, item.created_at),
    id: item.id,
    title: item.item_name,
    done: reviewDone(context, url),
    walk: await caseWalk(itemQueue(context.get(servicesContext).db), item.id, url, request),
    decision: shownDecision(context, item),
    hasImage: item.has_image,
  };
}

export const action = pageActs({
  accept: accepts(itemQueue, ({ services, id, operator_id }) =>
    acceptItem(services, { item_id: id, operator_id }),
  ),
  decline: declines(itemQueue, ({ services, id, operator_id, reason }) =>
    declineItem(services, { item_id: id, operator_id, reason }),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Item({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { minutesLeft } = loaderData;
  const address = `/admin/items/${loaderData.id}`;
  return (
    <ReviewPage
      facts={loaderData}
      acceptText={t("items.acceptText")}
      declineText={t("items.declineText")}
      reasonHelp={t("items.reasonHelp")}
    >
      <Card title={t("items.facts")}>
        <Facts
          facts={[
            [t("items.amount"), loaderData.amount],
            [t("reviews.why"), <ReviewReasonName key="why" reason={loaderData.reason} />],
            [t("reviews.left"), minutesLeft === null ? null : <TimeLeft key="left" minutes={minutesLeft} />],
            [t("items.madeAt"), loaderData.since],
          ]}
        />
        {loaderData.hasImage ? <ReviewImage address={address} alt={t("items.image")} /> : null}
      </Card>
    </ReviewPage>
  );
}
