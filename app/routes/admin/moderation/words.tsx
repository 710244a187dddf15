import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  acceptWords,
  declineWords,
  findWordsReview,
} from "../../../domain/creator-pages/words-review.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { pageActs } from "../acts.server.ts";
import { wordsQueue } from "../case-queues.server.ts";
import { caseWalk } from "../case-walk.server.ts";
import type { Route } from "./+types/words";
import { accepts, declines } from "./decisions.server.ts";
import { ReviewPage } from "./review-page.tsx";
import { ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownDecision, shownReview } from "./reviews.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const words = isId(params.id) ? await findWordsReview(db, params.id) : null;
  if (!words) throw data(null, { status: 404 });
  return {
    ...shownReview(context, words, words.created_at),
    id: words.id,
    title: getI18n(context).t(`creatorPages:words.kind.${words.kind}`),
    words: words.words,
    shown: words.shown,
    done: reviewDone(context, url),
    walk: await caseWalk(wordsQueue(db), words.id, url, request),
    decision: shownDecision(context, words),
  };
}

export const action = pageActs({
  accept: accepts(wordsQueue, ({ services, id, operator_id }) =>
    acceptWords(services, { words_id: id, operator_id }),
  ),
  decline: declines(wordsQueue, ({ services, id, operator_id, reason }) =>
    declineWords(services, { words_id: id, operator_id, reason }),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Words({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("creatorPages");
  const { minutesLeft, words, shown, creator } = loaderData;
  return (
    <ReviewPage
      facts={loaderData}
      acceptText={own("words.acceptText")}
      declineText={own("words.declineText")}
      reasonHelp={own("words.reasonHelp")}
    >
      <Card title={own("words.words")}>
        <blockquote className="quote">{words}</blockquote>
        <Facts
          facts={[
            [own("words.shown"), shown ?? own("words.nothing")],
            [t("items.amount"), loaderData.amount],
            [t("reviews.why"), <ReviewReasonName key="why" reason={loaderData.reason} />],
            [t("reviews.left"), minutesLeft === null ? null : <TimeLeft key="left" minutes={minutesLeft} />],
            [t("items.madeAt"), loaderData.since],
          ]}
        />
        <p>
          <Link to={`/admin/users/${creator.id}/page`}>{own("words.page")}</Link>
        </p>
      </Card>
    </ReviewPage>
  );
}
