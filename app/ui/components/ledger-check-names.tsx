import { useTexts } from "../texts.ts";
import { named } from "./known-names.ts";

/** Of db/checks; texts in locales/en/checks.ts. */
export const LEDGER_CHECKS = [
  "01-transfers-stay-in-a-currency",
  "02-cached-balance-equals-sum",
  "03-no-creator-account-below-zero",
  "04-rows-are-posted",
  "05-reversals-mirror",
  "06-allocations-add-up",
  "07-pending-is-what-waits",
  "08-hold-is-what-disputes-hold",
  "09-chargeback-means-owing",
  "10-nothing-matured-waits",
  "11-suspense-empties",
  "12-owed-is-held",
  "13-transit-is-open-payouts",
  "14-payouts-as-posted",
  "15-tips-as-posted",
  "16-refund-parts-add-up",
  "17-suspense-has-entries",
  "18-releases-as-posted",
  "19-refunds-as-posted",
  "20-disputes-as-posted",
  "22-suspense-as-posted",
  "23-losses-as-posted",
  "24-repayments-fit",
  "25-causes-are-known",
  "26-accounts-as-charted",
  "27-documents-are-whole",
  "28-payments-add-up",
  "29-disputes-as-acted",
  "30-write-offs-add-up",
  "38-settlements-are-posted",
  "39-event-acts-are-posted",
  "40-moved-balances-equal-sums",
  "41-checkpoints-hold",
  "42-checkpoint-sums",
  "43-settlement-exceptions",
  "50-every-transaction-is-numbered",
  "51-document-numbers-have-no-gaps",
  "52-paid-tips-are-counted",
  "53-group-tips-are-split",
  "54-vouchers-as-posted",
  "55-vouchers-stand",
  "56-vouchers-are-owed",
  "57-owners-agree",
  "58-chain-holds",
  "59-corrections-as-posted",
  "60-corrections-were-approved",
  "61-bank-agrees",
  "66-postings-take-effect-in-time",
  "67-causes-as-checked",
  "68-bank-is-heard",
  "69-direct-money-passes",
  "70-shares-as-passed",
  "71-shares-are-passed-on",
  "72-shares-as-planned",
] as const;

export function CheckName({ name }: { name: string }) {
  const { t } = useTexts("checks");
  const sentence = named(LEDGER_CHECKS, name, (known) => t(known));
  if (sentence === name) return <code>{name}</code>;
  return (
    <>
      {sentence}{" "}
      <small className="own-name">
        <code>{name}</code>
      </small>
    </>
  );
}

const BY_CHECKS = "ledger check: ";

function FreezeCause({ reason }: { reason: string }) {
  const { t } = useTexts("books");
  if (!reason.startsWith(BY_CHECKS)) return <>{reason}</>;
  const names = reason.slice(BY_CHECKS.length).split(", ");
  return (
    <>
      {t("checks.broken")}
      <ul className="points">
        {names.map((name) => (
          <li key={name}>
            <CheckName name={name} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function FreezeFacts({ reason }: { reason: string }) {
  const { t } = useTexts("books");
  return (
    <>
      <FreezeCause reason={reason} />
      <p>
        <a href="/admin/books/checks">{t("books.checks")}</a>
      </p>
    </>
  );
}
