import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { isCountry } from "../../domain/tax/countries.server.ts";
import { profileForm } from "../../domain/users/profile.schema.ts";
import { findReservedName, saveProfile } from "../../domain/users/profile.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { vatIdStanding } from "../../http/account-standing.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { useSavedKey } from "../../ui/components/checked-fields.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/edit";
import { PageWordsForm, ProfileForm } from "./edit-forms.tsx";
import { pageWordsFacts, savePageWordsForm } from "./page-words.server.ts";
import { PictureForm } from "./picture-form.tsx";
import { personFacts } from "./verification.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const account = await findAccount(db, (await requireCreator(request, context)).id);
  const page = await pageWordsFacts(context, account.id);
  const { t } = getI18n(context);
  const reserved = await findReservedName(db, account.id);
  const { today, countries, values } = await personFacts(context, account);
  return {
    reserved: reserved && t("account:edit.reserved", { old: reserved, username: account.username ?? "" }),
    done: await takeDone(request, context, ["saved", "in_review"]),
    pictures: { avatar: account.avatar_id, header: account.header_id },
    name: account.name ?? "",
    page,
    profile: {
      ...{ today, countries },
      vatIdCheck: await shownCheck(context, account),
      values: {
        ...values,
        username: account.username ?? "",
        name: account.name ?? "",
        company: account.company ?? "",
        eu_ust_id: account.eu_ust_id ?? "",
      },
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id } = await requireCreator(request, context);
  const posted = await readForm(request);
  return posted.get("intent") === "page"
    ? named("page", await savePageWordsForm(request, context, id, posted))
    : named("profile", await saveProfileForm(request, context, id, posted));
}

async function saveProfileForm(
  request: Request,
  context: Route.ActionArgs["context"],
  userId: string,
  posted: FormData,
) {
  const { db, reservedNames, clock } = context.get(servicesContext);
  const form = parseForm(request, context, posted, profileForm(businessDate(clock())));
  if (!form.ok) return form.reply;
  const { country_id } = form.value;
  if (country_id !== null && !(await isCountry(db, country_id)))
    return form.refuse({ country_id: "errors.country.required" });
  const saved = await saveProfile(db, userId, form.value, reservedNames, clock());
  if (saved.outcome === "username_invalid") return form.refuse({ username: "errors.username.invalid" });
  if (saved.outcome === "username_too_soon") {
    const until = formatDay(saved.until, getLocale(context));
    return form.refuse({ username: getI18n(context).t("account:edit.renameLater", { until }) });
  }
  return redirect("/account/edit", { status: 303, headers: await doneHeaders(context, "saved", "profile") });
}

function named<Form extends string>(form: Form, answer: Response | FormReply) {
  return answer instanceof Response ? answer : data({ ...answer.data, form }, answer.init ?? {});
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const posted = await request.clone().formData();
  const form = posted.get("intent") === "page" ? "page" : "profile";
  return await orNotSent(serverAction(), (reply) => ({ ...reply, form }));
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { done, pictures, name } = loaderData;
  const keys = {
    page: useSavedKey(done?.subject === "page", loaderData),
    profile: useSavedKey(done?.subject === "profile", loaderData),
  };
  const refused = (form: string) => (actionData?.form === form ? actionData : null);
  return (
    <AccountPage
      title={t("edit.title")}
      isSaved={done !== null}
      savedText={done?.act === "in_review" ? t("page.savedInReview") : undefined}
    >
      {loaderData.reserved === null ? null : <p className="note">{loaderData.reserved}</p>}
      {(["avatar", "header"] as const).map((kind) => (
        <PictureForm key={kind} kind={kind} mediaId={pictures[kind]} name={name} />
      ))}
      <PageWordsForm key={`page-${keys.page}`} facts={loaderData.page} lastResult={refused("page")} />
      <ProfileForm key={`profile-${keys.profile}`} {...loaderData.profile} lastResult={refused("profile")} />
    </AccountPage>
  );
}

/** Null where VIES is not configured. */
async function shownCheck(
  context: Route.LoaderArgs["context"],
  account: { id: string; eu_ust_id: string | null },
): Promise<string | null> {
  const standing = await vatIdStanding(context, account);
  return standing && standing.kind !== "OFF" && standing.kind !== "ELSEWHERE" ? standing.text : null;
}
