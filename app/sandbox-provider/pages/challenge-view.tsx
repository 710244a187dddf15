import type { PayPage } from "../hosted-page.server.ts";
import { Field } from "./field.tsx";
import { OpenPayment, type Refusal } from "./open-payment.tsx";
import { formatAmount, useSandboxText } from "./text.ts";

export function ChallengeView(props: { page: PayPage; code: string; refusal: Refusal | undefined }) {
  const { page, code, refusal } = props;
  const t = useSandboxText(page.locale);
  const amount = formatAmount(page.locale, page.amountMinor, page.currency);
  const errors = refusal?.errors ?? {};
  return (
    <OpenPayment
      {...{ t, page, amount, errors }}
      title={t("page.challengeTitle", { amount })}
      giveUp={{ name: "deny", text: t("challenge.deny") }}
    >
      <h2>{t("challenge.heading")}</h2>
      <p className="sp-intro">{t("challenge.intro", { amount, card: page.instrument ?? "" })}</p>
      <Field
        t={t}
        errors={errors}
        name="code"
        label={t("fields.code")}
        help={t("fields.codeHelp", { code })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <button type="submit" className="sp-button">
        {t("challenge.confirm")}
      </button>
    </OpenPayment>
  );
}
