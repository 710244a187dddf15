import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { keepForm, returnedForm } from "../../../domain/suspense/suspense.schema.ts";
import { endSuspense, retryRefund } from "../../../domain/suspense/suspense-acts.server.ts";
import { findSuspenseCase, listExits } from "../../../domain/suspense/suspense-entries.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/suspense-case";
import { refundsByItself, suspenseState } from "./suspense.server.ts";
import { CaseFacts, Exits } from "./suspense-parts.tsx";
import { ReturnedForm } from "./suspense-returned-form.tsx";

const DONE = ["asked", "ended", "waiting", "gone", "under_way", "disputed", "changed"] as const;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, providers, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const entry = isId(params.id) ? await findSuspenseCase(db, params.id) : null;
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
    done: done ? t(`suspense:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    ...{ id, provider, reason, is_known, first_payment_id, left_minor, reference: provider_ref },
    waiting: await waitingAbout(context, `suspense:${id}`),
    canRefund: refundsByItself(providers, provider),
    received: show(entry.received_minor),
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

export const action = pageActs({
  retry: button(async ({ services, id, operator_id }) => {
    const done = await retryRefund(services, { payment_id: id, operator_id });
    return redirect(`/admin/payments/suspense/${id}?done=${done}`, 303);
  }),
  returned: form(returnedForm, async ({ services, id, operator_id }, typed) => {
    const { seen_left: seen_left_minor, note: reason, by, reference } = typed;
    const end = { kind: "SUSPENSE_RETURNED", by, reference } as const;
    const given = { payment_id: id, operator_id, seen_left_minor, reason, end };
    return redirect(`/admin/payments/suspense/${id}?done=${await endSuspense(services, given)}`, 303);
  }),
  kept: form(keepForm, async ({ services, id, operator_id }, typed) => {
    const { seen_left: seen_left_minor, reason } = typed;
    const end = { kind: "SUSPENSE_KEPT" } as const;
    const given = { payment_id: id, operator_id, seen_left_minor, reason, end };
    return redirect(`/admin/payments/suspense/${id}?done=${await endSuspense(services, given)}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function SuspenseCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("suspense");
  const { left, left_minor, state } = loaderData;
  const isFree =
    loaderData.waiting.length === 0 && (state === "OPEN" || state === "FAILED" || state === "ASKED");
  return (
    <AdminPage
      title={t("case", { amount: loaderData.received })}
      done={loaderData.done}
      isAlone={loaderData.isAlone}
    >
      <p>
        <Link to="/admin/payments/suspense">{t("title")}</Link>
      </p>
      <CaseFacts data={loaderData} />
      <Exits exits={loaderData.exits} />
      {state === "REQUESTED" || state === "DISPUTED" ? <p className="note">{t(`wait.${state}`)}</p> : null}
      <WaitingNote waiting={loaderData.waiting} />
      {isFree ? (
        <>
          {loaderData.canRefund ? (
            <Card title={t("retry.title")}>
              <Form method="post" className="fields">
                <p>{t("retry.text", { amount: left })}</p>
                <SubmitButton kind="second" intent="retry">
                  {t("retry.go")}
                </SubmitButton>
              </Form>
            </Card>
          ) : null}
          <ReturnedForm seenLeft={left_minor} left={left} />
          <ReasonForm
            intent="kept"
            schema={keepForm}
            isGrave
            title={t("kept.title")}
            text={t("kept.text")}
            help={t("kept.reasonHelp")}
            button={t("kept.go", { amount: left })}
            hidden={{ seen_left: String(left_minor) }}
          />
        </>
      ) : null}
    </AdminPage>
  );
}
