import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { payoutDataForm } from "../../domain/payouts/destinations/payout-data.schema.ts";
import {
  findPayoutData,
  hasOpenPayout,
  requestPayoutData,
} from "../../domain/payouts/destinations/payout-data.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { countryCodes, countryOptions } from "../../http/country-options.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { useAnswerKey } from "../../ui/components/checked-fields.tsx";
import { unbroken } from "../../ui/components/unbroken.ts";
import { orNotSent } from "../../ui/lost-connection.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/payout-data";
import { ACCOUNT_DONE, arriveFromProvider, shownAccount } from "./connected-account.server.ts";
import { connect, disconnect } from "./connected-account-acts.server.ts";
import { ConnectedAccountCard } from "./connected-account-card.tsx";
import { PayoutDataFields } from "./payout-data-fields.tsx";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await arriveFromProvider(context, viewer, url);
  const { accepted, change } = await findPayoutData(db, viewer.id);
  const done = (await takeDone(request, context, ["confirmed", ...ACCOUNT_DONE]))?.act ?? null;
  return {
    isConfirmed: done === "confirmed",
    connected: await shownAccount(context, viewer, done === "confirmed" ? null : done),
    accepted: accepted && shownDetails(accepted),
    change: change && shownDetails(change),
    isUnderWay: await hasOpenPayout(db, viewer.id),
    countries: await countryOptions(db, getLocale(context)),
    codes: await countryCodes(db),
  };
}

function shownDetails({ id, status, masked_account, decline_reason }: MaskedDetails): MaskedDetails {
  return { id, status, masked_account, decline_reason };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const codes = await countryCodes(services.db);
  const countryOf = (id: number) => codes[id] ?? null;
  const posted = await readForm(request);
  const intent = posted.get("intent");
  if (intent === "connect") return await connect(request, context, viewer, posted);
  if (intent === "disconnect") return await disconnect(request, context, viewer, posted);
  const form = parseForm(request, context, posted, payoutDataForm(countryOf), {}, "errors.payout.data");
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "payout_data", key: viewer.id }])))
    return form.refuse({ "": "errors.payout.data" });
  const details = form.value;
  const bank_country = details.bank_country_id === null ? null : countryOf(details.bank_country_id);
  const asker = { session_id: viewer.session_id };
  const given = { user_id: viewer.id, details, bank_country, asker };
  const outcome = await requestPayoutData(services, given).catch(toLogin);
  if (outcome.outcome === "code_sent") return redirect(`/account/payoutdata/${outcome.id}/confirm`, 303);
  if (outcome.reason === "owner") return form.refuse({ [outcome.field]: "errors.payout.owner" });
  return form.refuse({ "": "errors.payout.in_progress" });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return await orNotSent(serverAction(), (reply) => {
    if (intent === "connect") return { ...reply, form: "connect" as const };
    return intent === "disconnect" ? { ...reply, form: "disconnect" as const } : reply;
  });
}

export default function PayoutData({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("payouts");
  const { accepted, change, countries, codes, isConfirmed, isUnderWay } = loaderData;
  const { connected } = loaderData;
  const key = useAnswerKey({ actionData, loaderData });
  const about = actionData && "form" in actionData ? actionData.form : null;
  const payout = about === null ? (actionData ?? null) : null;
  return (
    <AccountPage title={t("data.title")} intro={t("data.intro")}>
      {isConfirmed ? (
        <p className="note" role="status">
          {t("data.confirmed")}
        </p>
      ) : null}
      {connected ? (
        <ConnectedAccountCard
          account={connected}
          refusals={{
            connect: about === "connect" ? (actionData ?? null) : null,
            disconnect: about === "disconnect" ? (actionData ?? null) : null,
          }}
        />
      ) : null}
      <PayoutDataState accepted={accepted} change={change} />
      <Card title={accepted ? t("data.change") : t("data.enter")}>
        {isUnderWay ? <UnderWayNote /> : null}
        {isUnderWay && !payout ? null : (
          <PayoutDataFields key={key} lastResult={payout} countries={countries} codes={codes} />
        )}
      </Card>
    </AccountPage>
  );
}

function UnderWayNote() {
  const { t } = useTranslation("errors");
  return <p className="note">{t("payout.in_progress")}.</p>;
}

interface MaskedDetails {
  id: string;
  status: "CODE_SENT" | "PENDING" | "ACCEPTED" | "DECLINED";
  masked_account: string;
  decline_reason: string | null;
}

function PayoutDataState({
  accepted,
  change,
}: {
  accepted: MaskedDetails | null;
  change: MaskedDetails | null;
}) {
  const { t } = useTranslation("payouts");
  if (!accepted && !change) return null;
  return (
    <section className="card">
      {accepted ? <p>{t("data.accepted", { masked_account: unbroken(accepted.masked_account) })}</p> : null}
      {change?.status === "CODE_SENT" ? (
        <p className="note">
          {t("data.codeSent", { masked_account: unbroken(change.masked_account) })}{" "}
          <Link to={`/account/payoutdata/${change.id}/confirm`}>{t("data.typeCode")}</Link>
        </p>
      ) : null}
      {change?.status === "PENDING" ? (
        <p className="note">
          <b>{t("data.pending")}</b>{" "}
          {t("data.pendingText", { masked_account: unbroken(change.masked_account) })}
        </p>
      ) : null}
      {change?.status === "DECLINED" ? (
        <p className="summary">
          {t("data.declined", {
            masked_account: unbroken(change.masked_account),
            reason: change.decline_reason ?? "",
          })}
        </p>
      ) : null}
    </section>
  );
}
