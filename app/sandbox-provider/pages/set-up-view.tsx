import type { MethodPage } from "../hosted-page.server.ts";
import { ErrorSummary, PostForm } from "./field.tsx";
import { SandboxFrame } from "./frame.tsx";
import { InstrumentFields } from "./instrument-forms.tsx";
import type { Refusal } from "./open-payment.tsx";
import { TestInstruments } from "./test-instruments-list.tsx";
import { formatAmount, useSandboxText } from "./text.ts";

export function SetUpView({ page, refusal }: { page: MethodPage; refusal: Refusal | undefined }) {
  const t = useSandboxText(page.locale);
  const errors = refusal?.errors ?? {};
  const values = { ...page.prefill, ...refusal?.kept };
  return (
    <SandboxFrame
      {...{ t, locale: page.locale }}
      title={t("setUp.title")}
      amountLabel={t("setUp.today")}
      amount={formatAmount(page.locale, 0, page.currency)}
      description={t("setUp.description")}
      aside={<TestInstruments t={t} page={page} />}
    >
      <ErrorSummary t={t} errors={errors} />
      <PostForm>
        <InstrumentFields
          {...{ t, page, errors, values }}
          submit={t("setUp.save")}
          mandate={t("fields.mandateLater")}
          consent={t("fields.cardBoth")}
          heading={page.type === "INETCASH_DD" ? t("setUp.debit") : t("setUp.card")}
        />
      </PostForm>
      <form method="post">
        <button type="submit" className="sp-button sp-quiet" name="leave" value="yes">
          {t("form.abort")}
        </button>
      </form>
    </SandboxFrame>
  );
}
