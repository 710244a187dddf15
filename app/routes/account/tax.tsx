import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { findSellerNotice } from "../../domain/sellers/seller-notices.server.ts";
import { taxDetailsForm } from "../../domain/sellers/tax-details.schema.ts";
import { findTaxDetails, saveTaxDetails } from "../../domain/sellers/tax-details.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { countryCodes, countryOptions } from "../../http/country-options.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { useAnswerKey } from "../../ui/components/checked-fields.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/tax";
import { TaxFields } from "./tax-fields.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const { locale, money } = formatsOf(context);
  const [details, notice, account] = await Promise.all([
    findTaxDetails(db, viewer.id),
    findSellerNotice(db, viewer.id, clock()),
    findAccount(db, viewer.id),
  ]);
  const { given, missing } = details;
  const codes = await countryCodes(db);
  const [kept] = Object.entries(codes).find(([, code]) => code === given?.tin_country) ?? [];
  return {
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    given: given && {
      kind: given.kind,
      masked_tin: given.masked_tin,
      day: formatDay(given.changed_at, locale),
    },
    missing,
    notice: notice && {
      state: notice.state,
      year: notice.year,
      tips: notice.activities,
      sum: money(notice.credited_minor, "EUR"),
      day: formatDay(notice.judged_at, locale),
    },
    countries: await countryOptions(db, locale),
    codes,
    country_id: String(kept ?? account.country_id ?? ""),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const codes = await countryCodes(services.db);
  const schema = taxDetailsForm((id) => codes[id] ?? null);
  const posted = await readForm(request);
  const form = parseForm(request, context, posted, schema, {}, "errors.tax.data");
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "tax_details", key: viewer.id }])))
    return form.refuse({ "": "errors.tax.data" });
  const asker = { session_id: viewer.session_id };
  await saveTaxDetails(services, { user_id: viewer.id, details: form.value, asker }).catch(toLogin);
  return redirect("/account/tax", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Tax({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("tax");
  const { given, missing, notice, countries, codes, country_id } = loaderData;
  return (
    <AccountPage title={t("title")} intro={t("intro")} isSaved={loaderData.isSaved}>
      <section className="card">
        {notice ? (
          <p>
            <b>{t(`states.${notice.state}`)}</b>{" "}
            {t("sums", { year: notice.year, count: notice.tips, sum: notice.sum, day: notice.day })}
          </p>
        ) : (
          <p>{t("far")}</p>
        )}
        {given ? (
          <p>
            {t(`given.${given.kind}`, { day: given.day })}{" "}
            {given.masked_tin === null ? t("given.none") : t("given.tin", { masked_tin: given.masked_tin })}
          </p>
        ) : null}
        {missing.length > 0 ? (
          <>
            <p className="note">{t("missing")}</p>
            <ul className="rows">
              {missing.map((part) => (
                <li key={part}>
                  <Link to="/account/edit">{t(`parts.${part}`)}</Link>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
      <Card title={given ? t("change") : t("enter")}>
        <TaxFields
          key={useAnswerKey({ actionData, loaderData })}
          lastResult={actionData ?? null}
          countries={countries}
          codes={codes}
          countryId={country_id}
          kind={given?.kind ?? "PERSON"}
        />
      </Card>
    </AccountPage>
  );
}
