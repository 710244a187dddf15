import type { PayPage } from "../hosted-page.server.ts";
import { OpenPayment, type Refusal, SandboxFrame } from "./frame.tsx";
import { InstrumentFields, TestInstruments, TransferDetails } from "./instrument-forms.tsx";
import { formatAmount, type SandboxText, useSandboxText } from "./text.ts";

const CHECK = "M12 20.5l5.5 5.5 11-12";
const CROSS = "M14 14l12 12m0-12l-12 12";
const CLOCK = "M20 11v9.5l6 4";

const ENDED = {
  PROCESSING: { title: "states.processing", text: "states.processingText", sign: CLOCK },
  PAID: { title: "states.paid", text: "states.paidText", sign: CHECK },
  FAILED: { title: "states.failed", text: "states.failedText", sign: CROSS },
  CANCELLED: { title: "states.cancelled", text: "states.cancelledText", sign: CROSS },
  EXPIRED: { title: "states.expired", text: "states.expiredText", sign: CLOCK },
} as const;

export function PayView({ page, refusal }: { page: PayPage; refusal: Refusal | undefined }) {
  const t = useSandboxText(page.locale);
  const amount = formatAmount(page.locale, page.amountMinor, page.currency);
  if (page.state !== "OPEN") return <EndedView t={t} page={page} amount={amount} />;

  const errors = refusal?.errors ?? {};
  const values = { ...page.prefill, ...refusal?.kept };
  return (
    <OpenPayment
      {...{ t, page, amount, errors }}
      title={t("page.title", { amount })}
      giveUp={{ name: "abort", text: t("form.abort") }}
      aside={<TestInstruments t={t} page={page} />}
    >
      {page.applicationFeeMinor === null ? null : (
        <p className="sp-help">
          {t("direct.fee")}: {formatAmount(page.locale, page.applicationFeeMinor, page.currency)}
        </p>
      )}
      <InstrumentFields
        {...{ t, page, errors, values }}
        {...payWords(t, page, amount)}
        transfer={<TransferDetails t={t} amount={amount} reference={page.reference} />}
      />
    </OpenPayment>
  );
}

function payWords(t: SandboxText, page: PayPage, amount: string) {
  const saved = page.savesMethod ? t("fields.mandateBoth", { amount }) : t("fields.mandate", { amount });
  switch (page.type) {
    case "INETCASH_CC":
      return {
        heading: t("form.card"),
        submit: t("form.pay", { amount }),
        consent: page.savesMethod ? t("fields.cardBoth") : undefined,
      };
    case "INETCASH_DD":
      return { heading: t("form.debit"), submit: t("form.pay", { amount }), mandate: saved };
    case "INETCASH_OB":
      return { heading: t("form.transfer"), submit: t("form.sent") };
    case "INETCASH_DB":
      return { heading: t("form.login"), submit: t("form.loginPay", { amount }) };
  }
}

function EndedView({ t, page, amount }: { t: SandboxText; page: PayPage; amount: string }) {
  if (page.state === "OPEN") return null;
  const words = ENDED[page.state];
  return (
    <SandboxFrame
      t={t}
      locale={page.locale}
      title={t(words.title)}
      amountLabel={t("page.amount")}
      amount={amount}
      description={page.description}
    >
      <div className="sp-ended">
        <svg className="sp-outcome" data-state={page.state} width="40" height="40" aria-hidden="true">
          <circle cx="20" cy="20" r="20" fill="currentColor" />
          <path d={words.sign} />
        </svg>
        <h2>{t(words.title)}</h2>
        <p>{t(words.text)}</p>
        {page.instrument && <p className="sp-number">{page.instrument}</p>}
        <a className="sp-button" href={page.returnUrl}>
          {t("states.back")}
        </a>
      </div>
    </SandboxFrame>
  );
}
