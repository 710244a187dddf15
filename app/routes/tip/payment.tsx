import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { savePaymentChoice } from "../../domain/tips/drafts.server.ts";
import { paymentChoiceForm, paymentForm } from "../../domain/tips/tip.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { likelyCountry } from "../../http/likely-country.server.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { DefaultButton } from "../../ui/components/main-button.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/payment";
import { PaymentFields, PriceAndNext } from "./payment-methods.tsx";
import { ALL_COUNTRIES, choiceProblem, lacksEmail, paymentOptions } from "./payment-options.server.ts";
import { shareText, TipStep } from "./tip-step.tsx";
import { requireFilledDraft, stepUrl } from "./tip-steps.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const draft = await requireFilledDraft(context, params, request);
  const country = draft.country ?? (await likelyCountry(request, context));
  const title = getI18n(context).t("tip:payment.title");
  return { draft, ...(await paymentOptions(context, draft, { country, url })), title };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const draft = await requireFilledDraft(context, params, request);
  const posted = await readCheckableForm(request);
  const step = posted.get("step");
  if (step === "update" || step === "countries") {
    const choice = parseForm(request, context, posted, paymentChoiceForm);
    if (!choice.ok) return choice.reply;
    await savePaymentChoice(db, draft.id, { ...choice.value, locale: getLocale(context) }, clock());
    const all = step === "countries" ? `?${ALL_COUNTRIES}#payment-country` : "";
    return redirect(stepUrl(context, draft, "payment") + all, 303);
  }
  const form = parseForm(request, context, posted, paymentForm);
  if (!form.ok) return form.reply;
  if (lacksEmail(draft, form.value.email)) return form.refuse({ email: "errors.email.monthly" });
  const problem = await choiceProblem(context, draft, form.value);
  if (problem) return form.refuse(problem);
  const isSaved = await savePaymentChoice(
    db,
    draft.id,
    { ...form.value, locale: getLocale(context) },
    clock(),
  );
  return redirect(stepUrl(context, draft, isSaved ? "summary" : "payment"), 303);
}

export default function Payment({ loaderData, actionData, params }: Route.ComponentProps) {
  const { draft } = loaderData;
  const { receiver } = draft;
  const { t, locale } = useTexts("tip");
  const [form, fields] = shownForm<{
    type: string;
    country: string;
    pay_currency: string;
    email: string;
    share_email: string;
  }>({
    id: "payment",
    lastResult: actionData,
    defaultValue: {
      type: loaderData.chosen ?? undefined,
      country: loaderData.country,
      pay_currency: loaderData.payCurrency,
      email: draft.sender_email ?? "",
      share_email: draft.share_email ? "1" : undefined,
    },
  });
  return (
    <TipStep
      receiver={receiver}
      isMonthly={draft.is_monthly}
      amount={loaderData.amount}
      sum={loaderData.sum}
      backHref={`${receiver.path}/tip/${params.token}/details`}
      backText={t("steps.backTo.details")}
      step={3}
      question={t("payment.question")}
    >
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{
          type: t("payment.types.legend"),
          country: t("payment.country"),
          pay_currency: t("payment.currency"),
          email: t("payment.email"),
        }}
      />
      <form method="post" noValidate className="fields">
        <DefaultButton />
        <PaymentFields fields={fields} choices={loaderData} />
        <TextField
          field={fields.email}
          label={t("payment.email")}
          optional={!draft.is_monthly}
          help={t(draft.is_monthly ? "monthly.emailHelp" : "summary.emailHelp")}
          control={{ type: "email", autoComplete: "email", maxLength: 254 }}
        />
        <label className="tick">
          <input
            type="checkbox"
            name={fields.share_email.name}
            value="1"
            defaultChecked={fields.share_email.initialValue === "1"}
          />
          {shareText(t, locale, draft)}
        </label>
        <PriceAndNext shown={loaderData} name={receiver.name} next={t("payment.next")} />
      </form>
    </TipStep>
  );
}
