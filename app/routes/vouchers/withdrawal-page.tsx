import type { SubmissionResult } from "@conform-to/react";
import { AmountTable } from "../../ui/components/amount-table.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { MainButton, SecondLink } from "../../ui/components/main-button.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

export interface Withdrawn {
  voucher: string;
  email: string;
  amount: string;
  charged: string;
  boughtOn: string;
}

export function WithdrawalPage({
  title,
  isDone,
  contact,
  confirm,
  lastResult,
}: {
  title: string;
  isDone: boolean;
  contact: string;
  confirm: Withdrawn | null;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { t } = useTexts("redeem");
  return (
    <FormPage
      title={title}
      intro={isDone ? undefined : t(confirm ? "withdraw.confirmIntro" : "withdraw.intro")}
    >
      {isDone ? (
        <p className="note" role="status">
          {t("withdraw.done")}
        </p>
      ) : confirm ? (
        <Confirmation {...confirm} />
      ) : (
        <Identification lastResult={lastResult} />
      )}
      {isDone ? null : (
        <p className="help">
          {t("withdraw.help")} <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
      <p className="more-links">
        <a href="/terms#withdrawal">{t("withdraw.terms")}</a>
      </p>
    </FormPage>
  );
}

function Identification({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const { t } = useTexts("redeem");
  const [form, fields] = shownForm<{ voucher_code: string; email: string }>({ id: "withdrawal", lastResult });
  return (
    <CheckedForm
      form={form}
      labels={{ voucher_code: t("code"), email: t("withdraw.email") }}
      button={t("withdraw.next")}
    >
      <div className="code-entry">
        <TextField
          field={fields.voucher_code}
          label={t("code")}
          help={t("withdraw.codeHelp")}
          control={{ autoComplete: "off", autoCapitalize: "characters", spellCheck: false, maxLength: 100 }}
        />
      </div>
      <TextField
        field={fields.email}
        label={t("withdraw.email")}
        help={t("withdraw.emailHelp")}
        control={{ type: "email", autoComplete: "email", inputMode: "email" }}
      />
    </CheckedForm>
  );
}

function Confirmation({ voucher, email, amount, charged, boughtOn }: Withdrawn) {
  const { t } = useTexts("redeem");
  return (
    <>
      <AmountTable
        lines={[
          { name: t("withdraw.voucher", { date: boughtOn }), amount },
          { name: t("withdraw.back"), amount: charged, isSum: true },
        ]}
      />
      <p className="help">{t("withdraw.mailed", { email })}</p>
      <form method="post" className="fields" data-once="">
        <input type="hidden" name="voucher" value={voucher} />
        <input type="hidden" name="email" value={email} />
        <div className="actions">
          <MainButton>{t("withdraw.go")}</MainButton>
          <SecondLink href="/voucher/withdrawal">{t("withdraw.leave")}</SecondLink>
        </div>
      </form>
    </>
  );
}
