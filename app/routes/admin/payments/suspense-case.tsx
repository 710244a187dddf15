import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findShownEntry, listExits } from "../../../domain/suspense/suspense.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/suspense-case";
import { refundsByItself, suspenseState } from "./suspense.server.ts";
import { ReturnedForm } from "./suspense-returned-form.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["asked", "ended", "waiting", "gone", "under_way", "disputed", "changed"] as const;

/** One payment whose money nobody could be credited with: what became of it, and the ways out. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, providers, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const entry = isId(params.id) ? await findShownEntry(db, params.id) : null;
  if (!entry) throw data(null, { status: 404 });
  const {
    payment_id: id,
    currency,
    provider,
    provider_ref,
    reason,
    is_known,
    first_payment_id,
    left_minor,
  } = entry;
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("suspense:case", { amount: show(entry.received_minor) }),
    done: done ? t(`suspense:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    ...{ id, provider, reason, is_known, first_payment_id, left_minor, reference: provider_ref },
    waiting: await waitingAbout(context, `suspense:${id}`),
    canRefund: refundsByItself(providers, provider),
    left: show(left_minor),
    since: formatMoment(entry.received_at, locale),
    state: suspenseState(entry, providers),
    exits: (await listExits(db, id)).map((each) => ({
      ...each,
      amount: show(each.amount_minor + each.beyond_minor),
      beyond: each.beyond_minor > 0 ? show(each.beyond_minor) : null,
      at: formatMoment(each.at, locale),
    })),
  };
}

export default function SuspenseCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("suspense");
  const refused = useRefusal();
  const { id, left, left_minor, state } = loaderData;
  const address = `/admin/payments/suspense/${id}`;
  const isFree =
    loaderData.waiting.length === 0 && (state === "OPEN" || state === "FAILED" || state === "ASKED");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <a href="/admin/payments/suspense">{t("title")}</a>
      </p>
      <CaseFacts data={loaderData} />
      <Exits exits={loaderData.exits} />
      {state === "REQUESTED" || state === "DISPUTED" ? <p className="note">{t(`wait.${state}`)}</p> : null}
      <WaitingNote waiting={loaderData.waiting} />
      {isFree ? (
        <>
          {loaderData.canRefund ? (
            <Card title={t("retry.title")}>
              <form method="post" action={`${address}/retry`} className="fields">
                <p>{t("retry.text", { amount: left })}</p>
                <button type="submit" className="second-button">
                  {t("retry.go")}
                </button>
              </form>
            </Card>
          ) : null}
          <ReturnedForm
            action={`${address}/returned`}
            seenLeft={left_minor}
            left={left}
            lastResult={refused}
          />
          <ReasonForm
            id="kept"
            action={`${address}/kept`}
            isGrave
            title={t("kept.title")}
            text={t("kept.text")}
            help={t("kept.reasonHelp")}
            button={t("kept.go", { amount: left })}
            hidden={{ seen_left: String(left_minor) }}
            lastResult={refused}
          />
        </>
      ) : null}
    </AdminPage>
  );
}

function CaseFacts({ data: entry }: { data: Route.ComponentProps["loaderData"] }) {
  const { t } = useTexts("suspense");
  return (
    <Card title={t("facts")}>
      <Facts
        facts={[
          [t("why"), t(`reason.${entry.reason}`)],
          [t("state"), t(`states.${entry.state}`)],
          [t("left"), <b key="left">{entry.left}</b>],
          [t("received"), entry.since],
          [t("provider"), entry.provider],
          [t("reference"), <code key="reference">{entry.reference}</code>],
          [
            t("payment"),
            entry.is_known ? (
              <a key="payment" href={`/admin/payments/${entry.id}`}>
                {t("page")}
              </a>
            ) : entry.first_payment_id ? (
              <a key="payment" href={`/admin/payments/${entry.first_payment_id}`}>
                {t("firstPage")}
              </a>
            ) : (
              <span key="payment">
                <code>{entry.id}</code> ({t("notKnown")})
              </span>
            ),
          ],
        ]}
      />
    </Card>
  );
}

function Exits({ exits }: { exits: Route.ComponentProps["loaderData"]["exits"] }) {
  const { t } = useTexts("suspense");
  return (
    <Card title={t("exits")}>
      <DataTable
        caption={t("exits")}
        columns={[
          t("exit"),
          { name: t("amount"), isFigure: true },
          t("reference"),
          t("by"),
          t("returned.note"),
          { name: t("at"), isMoment: true },
        ]}
        empty={t("noExits")}
        rows={exits.map((each) => ({
          key: each.id,
          cells: [
            t(`kind.${each.kind}`),
            <span key="amount">
              {each.amount}
              {each.beyond ? <small>{t("beyond", { amount: each.beyond })}</small> : null}
            </span>,
            <code key="reference">{each.reference || "–"}</code>,
            each.operator ?? t("itself"),
            each.reason ?? "–",
            each.at,
          ],
        }))}
      />
    </Card>
  );
}
