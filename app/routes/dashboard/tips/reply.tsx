import { getFormProps } from "@conform-to/react";
import { Checkbox, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findReceivedTip, type ReceivedTip } from "../../../domain/tips/received-tips.server.ts";
import { replyForm, takeBackForm, thankYouTemplate } from "../../../domain/tips/reply.schema.ts";
import {
  findThankYouText,
  replyToTip,
  replyUnder,
  saveThankYouText,
  takeBackReply,
} from "../../../domain/tips/tip-replies.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { takeBudgets } from "../../../http/budgets.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { productRules } from "../../../product-rules.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { orNotSent, sendClick } from "../../../ui/lost-connection.ts";
import type { Route } from "./+types/reply";
import { fromList, TipCard } from "./tip-card.tsx";
import { backToTip, clickAnswer, listBehind, shownTip } from "./tips-page.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const tip = await requireOwnTip(request, context, params.id);
  const { db } = context.get(servicesContext);
  const { id } = await requireViewer(request, context);
  const shown = shownTip(tip, context, await findThankYouText(db, id));
  if (shown.reply === "off") throw data(null, { status: 404 });
  return { tip: { ...shown, reply: shown.reply }, list: listBehind(url) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const tip = await requireOwnTip(request, context, params.id);
  const posted = await readForm(request);
  if (posted.get("intent") === "take-back") return await takeBack(request, context, tip, posted);
  const form = parseForm(request, context, posted, replyForm);
  if (!form.ok) return form.reply;
  const viewer = await requireViewer(request, context);
  const rules = rulesOf(context).content;
  if (replyUnder(rules, tip) === "off") throw data(null, { status: 404 });
  if (!(await takeBudgets(context, [{ budget: "reply", key: viewer.id }])))
    return form.refuse({ "": "errors.reply.too_often" });
  const message = form.value.message ?? "";
  const outcome = await replyToTip(services, {
    tip_id: tip.id,
    creator_id: viewer.id,
    message,
    can_be_taken_back: true,
    rules,
  });
  if (outcome === "missing") throw data(null, { status: 404 });
  if (outcome === "too_often") return form.refuse({ "": "errors.reply.too_often" });
  if (outcome === "not_allowed") return form.refuse({ message: "errors.reply.not_allowed" });
  if (outcome !== "sent" && outcome !== "kept") return form.refuse({ "": `errors.reply.${outcome}` });
  if (form.value.remember)
    await saveThankYouText(services.db, viewer.id, thankYouTemplate(message, tip.sender_name));
  const headers = await doneHeaders(context, outcome === "sent" ? "thanked" : "kept", tip.id);
  const page = backToTip(form.value.return_to ?? null, tip.id);
  // The list's own form stays on its list; the reply's page is left.
  if (new URL(page, "http://local").pathname === "/dashboard") return clickAnswer(request, page, headers);
  return redirect(page, { status: 303, headers });
}

async function takeBack(
  request: Request,
  context: Route.ActionArgs["context"],
  tip: ReceivedTip,
  posted: FormData,
) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, posted, takeBackForm);
  if (!form.ok) return form.reply;
  const outcome = await takeBackReply(services, { tip_id: tip.id, creator_id: viewer.id });
  if (outcome === "missing") throw data(null, { status: 404 });
  if (outcome === "too_late") return form.refuse({ "": "errors.reply.too_late" });
  const page = backToTip(form.value.return_to ?? null, tip.id);
  return clickAnswer(request, page, await doneHeaders(context, "taken_back", tip.id));
}

async function requireOwnTip(request: Request, context: Route.LoaderArgs["context"], id: string) {
  const viewer = await requireViewer(request, context);
  const { db } = context.get(servicesContext);
  const tip = isId(id) ? await findReceivedTip(db, { tip_id: id, creator_id: viewer.id }) : null;
  if (!tip) throw data(null, { status: 404 });
  return tip;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const posted = await request.clone().formData();
  const isOfList = String(posted.get("return_to")).split("?")[0] === "/dashboard";
  if (isOfList || posted.has("intent")) return await sendClick({ serverAction });
  return await orNotSent(serverAction(), (reply) => reply);
}

export default function Reply({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("dashboard");
  const { tip, list } = loaderData;
  // Redirects to the page where the tip is visible.
  const tipPage = `/dashboard/tips/${tip.id}${fromList(list)}`;
  const { form, fields, textarea } = useCheckedForm({
    id: "reply",
    lastResult: actionData,
    defaultValue: { message: tip.thanks },
    schema: replyForm,
  });
  const title =
    tip.sender_name === null
      ? t("tip.title", { amount: tip.amount })
      : t("reply.title", { name: tip.sender_name });
  const labels = { message: t("reply.label") };
  return (
    <div className="account-page">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <TipCard tip={tip} heading="h2">
        {tip.reply === "possible" ? null : <p className="note">{t(`refusal.${tip.reply}`)}</p>}
      </TipCard>
      {tip.reply === "possible" || actionData ? (
        <section className="card">
          <FormErrors form={form} labels={labels} />
          <Form
            method="post"
            action={`/dashboard/tips/${tip.id}/reply${fromList(list)}`}
            className="fields"
            {...getFormProps(form)}
          >
            <input type="hidden" name="return_to" value={tipPage} />
            <Textarea
              {...textarea(fields.message)}
              label={labels.message}
              description={t("reply.help")}
              rows={4}
              maxLength={productRules.reply.characters_maximum}
            />
            <Checkbox name="remember" value="1" label={t("reply.remember")} />
            <SubmitButton>{t("reply.send")}</SubmitButton>
          </Form>
        </section>
      ) : null}
      <div className="actions">
        <ButtonLink to={`${list}#tip-${tip.id}`}>{t("tip.back")}</ButtonLink>
      </div>
    </div>
  );
}
