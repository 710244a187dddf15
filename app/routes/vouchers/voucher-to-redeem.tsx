import type { SubmissionResult } from "@conform-to/react";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton, MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { redeemPage } from "./redeem-page.server.ts";

type Page = Awaited<ReturnType<typeof redeemPage>>;
type ShownVoucher = Extract<NonNullable<Page["held"]>, { state: "valid" }>;

export function VoucherToRedeem({
  voucher,
  who,
  lastResult,
}: {
  voucher: ShownVoucher;
  who: Page["who"];
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { t } = useTexts("redeem");
  const [form] = shownForm<Record<never, never>>({ id: "redeem", lastResult });
  const why = who === "operator" || who === "locked" ? who : voucher.hasCredit ? null : "no_rate";
  return (
    <>
      <ErrorSummary formId={form.id} errors={{ "": Object.values(form.allErrors).flat() }} />
      <article className="voucher-found">
        <p className="voucher-worth">{voucher.amount}</p>
        {voucher.message === null ? null : <blockquote className="quote">{voucher.message}</blockquote>}
        {voucher.sender === null ? null : <p>{t("from", { name: voucher.sender })}</p>}
        <p className="help">{t("validUntil", { date: voucher.validUntil })}</p>
      </article>
      {who === "visitor" ? <VisitorWays /> : null}
      {why ? <p className="note">{t(`cannot.${why}`)}</p> : null}
      {(who === "creator" || who === "owing") && why === null ? (
        <>
          <Credit voucher={voucher} isOwing={who === "owing"} />
          <form method="post" action="/voucher/redeem" className="fields" data-once="">
            <input type="hidden" name="act" value="redeem" />
            <input type="hidden" name="voucher" value={voucher.voucher} />
            <input type="hidden" name="seen_credit" value={voucher.seenCredit} />
            <MainButton>{t("redeem", { amount: voucher.credit })}</MainButton>
          </form>
        </>
      ) : null}
      <form method="post" action="/voucher/redeem">
        <input type="hidden" name="act" value="forget" />
        <button type="submit" className="plain-button">
          {t("another")}
        </button>
      </form>
    </>
  );
}

function Credit({ voucher, isOwing }: { voucher: ShownVoucher; isOwing: boolean }) {
  const { t } = useTexts("redeem");
  const { rate, credit, amount, becomes, maturesAt } = voucher;
  return (
    <>
      {rate === null ? null : <p>{t("converted", { amount, credit, rate: rate.of, date: rate.date })}</p>}
      {becomes === "waiting" ? <p className="help">{t("becomes.waiting", { at: maturesAt })}</p> : null}
      {becomes === "available" ? <p className="help">{t("becomes.available")}</p> : null}
      {becomes === "pending" ? <p className="note">{t("becomes.pending")}</p> : null}
      {isOwing ? <p className="note">{t("owing")}</p> : null}
    </>
  );
}

/** Login and registration lead back to the voucher. */
function VisitorWays() {
  const { t } = useTexts("redeem");
  return (
    <>
      <p>{t("visitor.text")}</p>
      <div className="actions">
        <MainLink href="/login?return_to=%2Fvoucher%2Fredeem">{t("visitor.login")}</MainLink>
        <SecondLink href="/register">{t("visitor.register")}</SecondLink>
      </div>
      <p className="help">{t("visitor.kept")}</p>
    </>
  );
}
