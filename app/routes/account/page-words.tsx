import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar/business-date.ts";
import { creatorPageForm } from "../../domain/creator-pages/creator-page.schema.ts";
import { findPageWords, savePageWords } from "../../domain/creator-pages/creator-pages.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import { productRules } from "../../product-rules.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { useRefusal } from "../../ui/refusal.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/page-words";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

const { goal } = productRules.creator_page;

/** Saves what a creator's page says of them: text, goal, and whether it names supporters. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, newId } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  context.set(formPageContext, "/account/edit");
  const locale = getLocale(context);
  const limits = {
    minimum: formatAmount(goal.minimum_minor, viewer.currency, locale, true),
    maximum: formatAmount(goal.maximum_minor, viewer.currency, locale, true),
    days: goal.days_back,
  };
  const { goal: shown, waiting } = await findPageWords(db, viewer.id);
  const began = [shown, ...waiting.map((each) => each.goal)].flatMap((each) => each?.from ?? []);
  const schema = creatorPageForm(viewer.currency, locale, businessDate(clock()), began);
  const form = parseForm(request, context, await readCheckableForm(request), schema, limits);
  if (!form.ok) return form.reply;
  const saved = await savePageWords(db, viewer.id, form.value, newId, clock());
  const headers = doneHeaders(context, saved.waiting.length > 0 ? "in_review" : "saved");
  return redirect("/account/edit", { status: 303, headers });
}

/** The form stands on the page of the profile. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  leadToFormPage(context, "/account/edit");
  return { title: getI18n(context).t("account:edit.title") };
}

/** For what is too long to be kept for the form's page. */
export default function PageWords() {
  const { t } = useTexts("account");
  const problems = Object.values(useRefusal()?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <AccountPage title={t("edit.title")}>
      <FaultNote>{problems.join(" ")}</FaultNote>
      <div className="actions">
        <SecondLink href="/account/edit">{t("edit.back")}</SecondLink>
      </div>
    </AccountPage>
  );
}
