import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { bankReason } from "../../../domain/money/bank-reason.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  findBatch,
  findDeskPayout,
  hasKeptPayoutData,
  isTooLargeForMaker,
  payoutReference,
} from "../../../domain/payouts/payouts.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/payout";
import { PayoutStatusChip } from "./payout-table.tsx";
import { showDeskPayout } from "./payouts.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["done", "dropped", "gone", "waiting", "second_operator_needed"] as const;

/** One payout, and what an operator can say about it. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, second_operator_from_minor: from } = services;
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const payout = isId(params.id) ? await findDeskPayout(db, params.id) : null;
  if (!payout) throw data(null, { status: 404 });
  const done = askedOf(url.searchParams, "done", DONE);
  const moment = (at: Date | null) => (at === null ? null : formatMoment(at, locale));
  const shown = showDeskPayout(payout, locale);
  const { batch_id, masked_account, payout_type, failure_reason, statement_number, cancellation_number } =
    payout;
  const isTooLarge = batch_id !== null && (await isTooLargeForMaker(services, batch_id, viewer.id));
  const batch = batch_id === null ? null : await findBatch(db, batch_id);
  const isKept = await hasKeptPayoutData(db, payout.creator_id);
  return {
    creatorUrl: `/admin/users/${payout.creator_id}${isKept ? "/payout-data" : ""}`,
    title: t("adminPayouts:payout.title", { amount: shown.net }),
    done: done ? t(`adminPayouts:payout.done.${done}`) : null,
    payout: {
      ...{ ...shown, batch_id, masked_account, payout_type, statement_number, cancellation_number },
      failure_reason: bankReason(failure_reason, (code) => t(`bankCodes:${code}`)),
    },
    waiting: await waitingAbout(context, `payout:${payout.id}`),
    reported: [
      moment(payout.return_reported_at),
      bankReason(payout.return_reported_reason, (code) => t(`bankCodes:${code}`)),
    ]
      .filter(Boolean)
      .join(": "),
    mayBounce: payout.may_bounce,
    isHeldBack: payout.status === "REQUESTED" && !payout.may_send,
    reference: payoutReference(payout.id),
    paid: moment(payout.paid_at),
    failed: moment(payout.failed_at),
    isAlone: from === null,
    ...{ isReleased: batch?.released_at instanceof Date, isFetched: batch?.fetched_at instanceof Date },
    second: isTooLarge && from !== null ? formatAmount(from, "EUR", locale) : null,
  };
}

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  const [refused, { payout, second, isReleased, waiting }] = [useRefusal(), loaderData];
  const two = isReleased && !loaderData.isAlone ? ` ${t("batch.twoForThat")}` : "";
  const { status } = payout;
  const address = `/admin/payouts/${payout.id}`;
  // Of two forms on the page, the one that was sent shows what was wrong.
  const sent = ["failed", "return-dropped", "bounced"].find((act) => act === refused?.initialValue?.act);
  const form = (act: string) => ({
    ...{ id: act, action: `${address}/${act}`, hidden: { act } },
    lastResult: (sent ?? act) === act ? refused : undefined,
  });
  const reasons = { label: t("payout.why"), help: t("payout.whyHelp") };
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <PayoutStatusChip status={status} /> <a href="/admin/payouts">{t("payouts.all")}</a>
      </p>
      <PayoutFacts data={loaderData} />
      {loaderData.isHeldBack ? <p className="note">{t("payout.heldBack")}</p> : null}
      <WaitingNote waiting={waiting} />
      {second !== null && status === "PROCESSING" ? (
        <p className="note">{t("batch.second", { limit: second })}</p>
      ) : null}
      {status === "PROCESSING" && loaderData.isFetched && second === null ? (
        <Card title={t("payout.markPaid")}>
          <form method="post" action={`${address}/paid`} className="fields">
            <p>{t("payout.paidText")}</p>
            <MainButton>{t("payout.paidGo")}</MainButton>
          </form>
        </Card>
      ) : null}
      {waiting.length === 0 && (status === "PROCESSING" || status === "REQUESTED") ? (
        <ReasonForm
          {...reasons}
          {...form("failed")}
          isGrave
          title={t("payout.markFailed")}
          text={`${t("payout.failedText")}${two}`}
          button={t("payout.failedGo")}
        />
      ) : null}
      {status === "RETURN_REPORTED" ? (
        <ReasonForm
          {...reasons}
          {...form("return-dropped")}
          title={t("payout.dropReport")}
          text={t("payout.dropReportText")}
          help={t("payout.dropReportHelp")}
          button={t("payout.dropReportGo")}
        />
      ) : null}
      {waiting.length === 0 && loaderData.mayBounce ? (
        <ReasonForm
          {...reasons}
          {...form("bounced")}
          isGrave
          title={t("payout.markBounced")}
          text={`${t("payout.bouncedText")}${two}`}
          button={t("payout.bouncedGo")}
        />
      ) : null}
    </AdminPage>
  );
}

function PayoutFacts({
  data: { payout, creatorUrl, reference, paid, failed, reported },
}: {
  data: Route.ComponentProps["loaderData"];
}) {
  const { t } = useTexts("adminPayouts");
  const { t: own } = useTexts("payouts");
  const creator = (
    <a href={creatorUrl}>
      <NameParts text={atName(payout.creator)} />
    </a>
  );
  const batch =
    payout.batch_id === null ? null : (
      <a href={`/admin/payouts/batches/${payout.batch_id}`}>{t("payout.inBatch")}</a>
    );
  const statement =
    payout.statement_number === null ? null : (
      <span>
        <a href={`/admin/payouts/${payout.id}/statement`}>
          {own("history.pdf", { number: payout.statement_number })}
        </a>
        {payout.cancellation_number === null ? null : (
          <small>
            {" "}
            <a href={`/admin/payouts/${payout.id}/cancellation`}>
              {own("cancellation.pdf", { number: payout.cancellation_number })}
            </a>
          </small>
        )}
      </span>
    );
  return (
    <Card title={t("payout.facts")}>
      <Facts
        facts={[
          [t("payout.creator"), creator],
          [t("payout.gross"), payout.gross],
          [t("payout.fee"), payout.fee],
          [t("payout.net"), <b key="net">{payout.net}</b>],
          [t("payout.to"), payout.masked_account],
          [t("payout.type"), own(`type.${payout.payout_type}`)],
          [t("payout.rail"), t(`rail.${payout.rail}`)],
          [t("payout.batch"), batch],
          [t("payout.requested"), payout.requested],
          [t("payout.paid"), paid],
          [t("payout.reported"), reported || null],
          [t("payout.failed"), failed],
          [t("payout.reason"), payout.failure_reason],
          [t("payout.statement"), statement],
          [t("payout.reference"), <code key="reference">{reference}</code>],
        ]}
      />
    </Card>
  );
}
