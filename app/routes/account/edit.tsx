import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar/business-date.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { isCountry } from "../../domain/tax/tax.server.ts";
import { profileForm } from "../../domain/users/profile.schema.ts";
import { findAccount, findReservedName, saveProfile } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { countryOptions } from "../../http/country-options.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { vatIdStanding } from "../../http/vat-id-standing.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/edit";
import { pageWordsFacts } from "./page-words-facts.server.ts";
import { PageWordsForm } from "./page-words-form.tsx";
import { PictureForm } from "./picture-form.tsx";
import { type ProfileFieldNames, ProfileFieldset } from "./profile-fieldset.tsx";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Everything that a creator says of themselves, and their two pictures. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const account = await findAccount(db, (await requireCreator(request, context)).id);
  const page = await pageWordsFacts(context, account.id);
  const [year = "", month = "", day = ""] = account.date_of_birth?.split("-") ?? [];
  const { t } = getI18n(context);
  const reserved = await findReservedName(db, account.id);
  return {
    title: t("account:edit.title"),
    reserved: reserved && t("account:edit.reserved", { old: reserved, username: account.username ?? "" }),
    done: takeDone(request, context, ["saved", "in_review"])?.act ?? null,
    pictures: { avatar: account.avatar_id, header: account.header_id },
    name: account.name ?? "",
    vatIdCheck: await shownCheck(context, account),
    page,
    countries: [
      { value: "", text: t("account:edit.noCountry") },
      ...(await countryOptions(db, getLocale(context))),
    ],
    values: {
      username: account.username ?? "",
      name: account.name ?? "",
      firstname: account.firstname ?? "",
      lastname: account.lastname ?? "",
      country_id: String(account.country_id ?? ""),
      company: account.company ?? "",
      eu_ust_id: account.eu_ust_id ?? "",
      address: account.address ?? "",
      zipcode: account.zipcode ?? "",
      city: account.city ?? "",
      date_of_birth_day: day === "" ? "" : String(Number(day)),
      date_of_birth_month: month === "" ? "" : String(Number(month)),
      date_of_birth_year: year,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, reservedNames, clock } = context.get(servicesContext);
  const account = await findAccount(db, (await requireCreator(request, context)).id);
  const form = parseForm(
    request,
    context,
    await readCheckableForm(request),
    profileForm(businessDate(clock())),
  );
  if (!form.ok) return form.reply;
  const { country_id } = form.value;
  if (country_id !== null && !(await isCountry(db, country_id)))
    return form.refuse({ country_id: "errors.country.required" });
  const saved = await saveProfile(db, account.id, form.value, reservedNames, clock());
  if (saved.outcome === "username_invalid") return form.refuse({ username: "errors.username.invalid" });
  if (saved.outcome === "username_too_soon") {
    const until = formatDay(saved.until, getLocale(context));
    return form.refuse({ username: getI18n(context).t("account:edit.renameLater", { until }) });
  }
  return redirect("/account/edit", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<ProfileFieldNames>({
    id: "profile",
    lastResult: refusedPicture(actionData) || isPageWords(actionData) ? undefined : actionData,
    defaultValue: loaderData.values,
  });
  const refused = refusedPicture(actionData);
  return (
    <AccountPage
      title={t("edit.title")}
      isSaved={loaderData.done !== null}
      savedText={loaderData.done === "in_review" ? t("page.savedInReview") : undefined}
    >
      {loaderData.reserved === null ? null : <p className="note">{loaderData.reserved}</p>}
      {refused ? (
        <ErrorSummary
          formId={refused.picture}
          errors={{ file: [`${t(`edit.${refused.picture}`)}: ${refused.problem}`] }}
        />
      ) : null}
      {(["avatar", "header"] as const).map((kind) => (
        <PictureForm
          key={kind}
          kind={kind}
          mediaId={loaderData.pictures[kind]}
          name={loaderData.name}
          problem={refused?.picture === kind ? refused.problem : undefined}
        />
      ))}
      <PageWordsForm facts={loaderData.page} lastResult={isPageWords(actionData) ? actionData : undefined} />
      <section className="card">
        <CheckedForm form={form} button={t("save")}>
          <ProfileFieldset
            fields={fields}
            countries={loaderData.countries}
            vatIdCheck={loaderData.vatIdCheck}
          />
        </CheckedForm>
      </section>
    </AccountPage>
  );
}

/** What VIES says of the VAT id; where it is not asked, that is the operator's matter. */
async function shownCheck(
  context: Route.LoaderArgs["context"],
  account: { id: string; eu_ust_id: string | null },
): Promise<string | null> {
  const standing = await vatIdStanding(context, account);
  return standing && standing.kind !== "OFF" && standing.kind !== "ELSEWHERE" ? standing.text : null;
}

/** The refused form is that of the page's words: it has an address of its own, and this page shows what came of it. */
function isPageWords(reply: Route.ComponentProps["actionData"]): boolean {
  return reply !== undefined && "about" in (reply.initialValue ?? {});
}

/** Why a picture was not taken: its own address is posted to, and this page shows what came of it. */
function refusedPicture(reply: object | undefined): { picture: "avatar" | "header"; problem: string } | null {
  if (!reply || !("picture" in reply) || !("problem" in reply)) return null;
  const { picture, problem } = reply;
  if ((picture !== "avatar" && picture !== "header") || typeof problem !== "string") return null;
  return { picture, problem };
}
