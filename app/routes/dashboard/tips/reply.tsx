import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { replyForm } from "../../../domain/tips/tip.schema.ts";
import { findReceivedTip, replyToTip } from "../../../domain/tips/tips.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { takeBudgets } from "../../../http/budgets.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { TextAreaField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/reply";
import { fromList, TipCard } from "./tip-card.tsx";
import { backToTip, listBehind, shownTip } from "./tips-page.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Thanking a fan in one's own words; the tip stands above the field. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const tip = await requireOwnTip(request, context, params.id);
  const { t } = getI18n(context);
  const shown = shownTip(tip, context);
  const title =
    tip.sender_name === null
      ? t("dashboard:tip.title", { amount: shown.amount })
      : t("dashboard:reply.title", { name: tip.sender_name });
  return { title, tip: shown, list: listBehind(url) };
}

/** Sends the thank-you: the ready words in the fan's language, or the creator's own. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const tip = await requireOwnTip(request, context, params.id);
  const form = parseForm(request, context, await readCheckableForm(request), replyForm);
  if (!form.ok) return form.reply;
  const viewer = await requireViewer(request, context);
  if (!(await takeBudgets(context, [{ budget: "reply", key: viewer.id }])))
    return form.refuse({ "": "errors.reply.too_often" });
  const ready = getI18n(context).getFixedT(tip.fan_locale, "dashboard");
  const message = form.value.ready
    ? ready("reply.ready", { name: tip.sender_name ?? "" })
    : (form.value.message ?? "");
  const outcome = await replyToTip(services, {
    tip_id: tip.id,
    creator_id: viewer.id,
    message,
    is_ready: form.value.ready !== undefined,
  });
  if (outcome === "missing") throw data(null, { status: 404 });
  if (outcome === "too_often") return form.refuse({ "": "errors.reply.too_often" });
  if (outcome === "not_allowed") return form.refuse({ message: "errors.reply.not_allowed" });
  if (outcome !== "sent" && outcome !== "kept") return form.refuse({ "": `errors.reply.${outcome}` });
  const headers = doneHeaders(context, outcome === "sent" ? "thanked" : "kept", tip.id);
  return redirect(backToTip(form.value.return_to ?? null, tip.id), { status: 303, headers });
}

async function requireOwnTip(request: Request, context: Route.LoaderArgs["context"], id: string) {
  const viewer = await requireViewer(request, context);
  const { db } = context.get(servicesContext);
  const tip = isId(id) ? await findReceivedTip(db, { tip_id: id, creator_id: viewer.id }) : null;
  if (!tip) throw data(null, { status: 404 });
  return tip;
}

export default function Reply({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("dashboard");
  const { tip, title, list } = loaderData;
  // A page on which the tip is not seen would not say that the thank-you was sent.
  const tipPage = `/dashboard/tips/${tip.id}${fromList(list)}`;
  const [form, fields] = shownForm<{ message: string }>({ id: "reply", lastResult: actionData });
  return (
    <div className="account-page">
      <h1>{title}</h1>
      <TipCard tip={tip} heading="h2">
        {tip.reply === "possible" ? null : <p className="note">{t(`refusal.${tip.reply}`)}</p>}
      </TipCard>
      {tip.reply === "possible" || actionData ? (
        <section className="card">
          <ErrorSummary formId={form.id} errors={form.allErrors} />
          <form
            method="post"
            action={`/dashboard/tips/${tip.id}/reply${fromList(list)}`}
            noValidate
            className="fields"
          >
            <input type="hidden" name="return_to" value={tipPage} />
            <TextAreaField
              field={fields.message}
              label={t("reply.label")}
              help={t("reply.help")}
              control={{ rows: 4, maxLength: productRules.reply.characters_maximum }}
            />
            <MainButton>{t("reply.send")}</MainButton>
          </form>
        </section>
      ) : null}
      <div className="actions">
        <SecondLink href={`${list}#tip-${tip.id}`}>{t("tip.back")}</SecondLink>
      </div>
    </div>
  );
}
