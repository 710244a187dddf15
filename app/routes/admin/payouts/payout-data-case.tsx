import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { countryName } from "../../../domain/money/formats.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { openPayoutDataCase } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { decidePayoutData } from "../../../domain/payouts/destinations/payout-data.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { atName, NameParts } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { caseWalk, thenNext } from "../case-walk.server.ts";
import { deskOf } from "../desk.server.ts";
import { lastDone } from "../last-done.server.ts";
import type { Route } from "./+types/payout-data-case";

/** Shows payout data unmasked; logs each view. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const given = { id: params.id, operator_id: viewer.id };
  const found = isId(params.id) ? await openPayoutDataCase(context.get(servicesContext), given) : null;
  if (!found) throw data(null, { status: 404 });
  const { details, bank_country, confirmed_at, ...person } = found;
  const wallet = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;
  const desk = deskOf(context);
  const { locale } = desk;
  const { done, last } = lastDone(desk, url);
  return {
    ...person,
    done,
    walk: await caseWalk({ request, context }, url.pathname, last),
    names: [found.firstname, found.lastname].filter(Boolean).join(" ") || null,
    owner: details.bank_account_owner,
    iban: details.bank_iban?.replace(/(.{4})(?=.)/g, "$1 ") ?? null,
    bic: details.bank_bic,
    bank: details.bank_name,
    country: bank_country === null ? null : countryName(bank_country, locale),
    paxum: wallet(details.paxum_account_owner, details.paxum_email),
    paypal: wallet(details.paypal_account_owner, details.paypal_email),
    payoneer: wallet(details.payoneer_account_owner, details.payoneer_email),
  };
}

const acts = pageActs({
  accept: button(async ({ services, id, operator_id }) => {
    const accept = () => decidePayoutData(services, { id, operator_id, decision: "accepted" });
    return decided(await accept());
  }),
  decline: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const decline = () => decidePayoutData(services, { id, operator_id, decision: "declined", reason });
    return decided(await decline());
  }),
});

const decided = (done: string) => redirect(`/admin/payout-data?done=${done}`, 303);

export async function action(asked: Route.ActionArgs) {
  return await thenNext(`/admin/payout-data/${asked.params.id}`, acts)(asked);
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function PayoutDataCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const { user_id, creator, status, walk, doubts, ...shown } = loaderData;
  return (
    <AdminPage title={t("dataCase.title", { name: atName(creator) })} done={doneOf(loaderData.done, walk)}>
      <CaseNav walk={walk} />
      <p className="help">{t("dataCase.logged")}</p>
      <div className="beside-data">
        <Card title={t("dataCase.who")}>
          <Facts
            facts={[
              [t("dataCase.names"), <b key="names">{shown.names ?? "–"}</b>],
              [t("dataCase.company"), shown.company],
              [
                t("dataCase.profile"),
                <Link key="user" to={`/admin/users/${user_id}`}>
                  <NameParts text={atName(creator)} />
                </Link>,
              ],
            ]}
          />
        </Card>
        <Card title={t("dataCase.where")}>
          <Facts
            facts={[
              [t("dataCase.owner"), <b key="owner">{shown.owner ?? "–"}</b>],
              [t("dataCase.iban"), shown.iban],
              [t("dataCase.bic"), shown.bic],
              [t("dataCase.bank"), shown.bank],
              [t("dataCase.country"), shown.country],
              [t("dataCase.paxum"), shown.paxum],
              [t("dataCase.paypal"), shown.paypal],
              [t("dataCase.payoneer"), shown.payoneer],
            ]}
          />
          {doubts.map(({ owner, only_in_account, only_in_profile }) => (
            <div key={owner} className="note">
              <p>
                <b>{t("dataCase.doubt", { owner })}</b>
              </p>
              {only_in_account.length > 0 ? (
                <p>{t("dataCase.onlyInAccount", { words: only_in_account.join(" ") })}</p>
              ) : null}
              {only_in_profile.length > 0 ? (
                <p>{t("dataCase.onlyInProfile", { words: only_in_profile.join(" ") })}</p>
              ) : null}
            </div>
          ))}
        </Card>
      </div>
      {status === "PENDING" ? (
        <>
          <Card title={t("dataCase.accept")}>
            <p>{t("dataCase.acceptText")}</p>
            <Form method="post" className="fields" data-decision="accept">
              <SubmitButton intent="accept">{t("dataCase.accept")}</SubmitButton>
            </Form>
          </Card>
          <ReasonForm
            intent="decline"
            schema={reasonForm}
            isGrave
            title={t("dataCase.decline")}
            text={t("dataCase.declineText")}
            label={t("dataCase.reason")}
            help={t("dataCase.reasonHelp")}
            button={t("dataCase.decline")}
          />
        </>
      ) : (
        <p className="note">{t("dataCase.closed")}</p>
      )}
    </AdminPage>
  );
}
