import type { ConnectPage } from "../onboarding-page.server.ts";
import { Field, PostForm } from "./field.tsx";
import { SandboxFrame } from "./frame.tsx";
import { formatAmount, useSandboxText } from "./text.ts";

const ENDINGS = ["finish", "due", "review", "restrict", "reject"] as const;

export function ConnectView({ page }: { page: ConnectPage }) {
  const { locale, country, currency, isSubmitted, legalName, balanceMinor } = page;
  const t = useSandboxText(locale);
  const balance = formatAmount(locale, balanceMinor, currency);
  return (
    <SandboxFrame
      {...{ t, locale }}
      title={t("connect.title")}
      amountLabel={t("connect.balance")}
      amount={balance}
      description={t("connect.description", { country, currency })}
    >
      <h2>{isSubmitted ? t("connect.known") : t("connect.heading")}</h2>
      <PostForm>
        <Field
          t={t}
          errors={{}}
          name="legal_name"
          label={t("connect.legalName")}
          defaultValue={legalName}
          maxLength={100}
        />
        {ENDINGS.map((each) => (
          <button key={each} type="submit" className="sp-button" name="act" value={each}>
            {t(`connect.${each}`)}
          </button>
        ))}
        {balanceMinor > 0 ? (
          <>
            <button type="submit" className="sp-button" name="act" value="pay_out">
              {t("connect.payOut", { amount: balance })}
            </button>
            <button type="submit" className="sp-button" name="act" value="fail_payout">
              {t("connect.failPayout")}
            </button>
          </>
        ) : null}
        <button type="submit" className="sp-button sp-quiet" name="act" value="leave">
          {t("connect.leave")}
        </button>
      </PostForm>
    </SandboxFrame>
  );
}
