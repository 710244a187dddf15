import type { SubmissionResult } from "@conform-to/react";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { DataTable, figure } from "../../ui/components/data-table.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton, MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { redeemPage } from "./redeem-page.server.ts";

type Page = Awaited<ReturnType<typeof redeemPage>>;

export function RedeemPage({
  lastResult,
  ...page
}: Page & { lastResult: SubmissionResult<string[]> | undefined }) {
  const { t } = useTexts("redeem");
  const { title, held, done, waiting, contact } = page;
  const isShown = held?.state === "valid";
  return (
    <>
      <FormPage title={title} intro={done ? undefined : t(isShown ? "what" : "intro")}>
        {done ? <DoneNote {...done} /> : null}
        {held?.state === "valid" ? (
          <VoucherToRedeem voucher={held} who={page.who} lastResult={lastResult} />
        ) : (
          <>
            {held ? <p className="note">{t(`held.${held.state}`, { until: untilOf(held) })}</p> : null}
            <CodeEntry preset={page.preset} lastResult={lastResult} isAgain={done !== null} />
          </>
        )}
        <p className="help">
          {t("help")} <a href={`mailto:${contact}`}>{contact}</a>
        </p>
        <p className="more-links">
          <a href="/faq#vouchers">{t("faq")}</a>
          <a href="/voucher/withdrawal">{t("withdrawal")}</a>
        </p>
      </FormPage>
      {waiting.length > 0 ? <Waiting waiting={waiting} /> : null}
    </>
  );
}

function untilOf(held: NonNullable<Page["held"]>): string {
  return held.state === "blocked" ? held.until : "";
}

function DoneNote({ act, tipId }: NonNullable<Page["done"]>) {
  const { t } = useTexts("redeem");
  return (
    <>
      <p className="note" role="status">
        {t(`done.${act}`)}
      </p>
      <div className="actions">
        {act === "pending" ? (
          <MainLink href="/account/verification">{t("done.toVerification")}</MainLink>
        ) : (
          <MainLink href={tipId === null ? "/dashboard" : `/dashboard/tips/${tipId}`}>
            {t("done.toTip")}
          </MainLink>
        )}
        <SecondLink href="/dashboard">{t("done.toDashboard")}</SecondLink>
      </div>
    </>
  );
}

function CodeEntry({
  preset,
  lastResult,
  isAgain,
}: {
  preset: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
  isAgain: boolean;
}) {
  const { t } = useTexts("redeem");
  const [form, fields] = shownForm<{ voucher_code: string }>({
    id: "redeem",
    lastResult,
    ...(preset === null ? {} : { defaultValue: { voucher_code: preset } }),
  });
  const allErrors = Object.fromEntries(
    Object.entries(form.allErrors).map(([name, errors]) => [name === "voucher_code" ? name : "", errors]),
  );
  return (
    <CheckedForm
      form={{ id: form.id, allErrors }}
      labels={{ voucher_code: isAgain ? t("another") : t("code") }}
      button={t("check")}
      action="/voucher/redeem"
    >
      <div className="code-entry">
        <TextField
          field={fields.voucher_code}
          label={isAgain ? t("another") : t("code")}
          help={t("codeHelp")}
          control={{
            autoComplete: "off",
            autoCapitalize: "characters",
            spellCheck: false,
            maxLength: 100,
            placeholder: "7K2M-QX4D-9VTB-3HNA",
          }}
        />
      </div>
    </CheckedForm>
  );
}

function Waiting({ waiting }: { waiting: Page["waiting"] }) {
  const { t } = useTexts("redeem");
  return (
    <section className="card steps">
      <h2>{t("waiting.title")}</h2>
      <p className="help">{t("waiting.text")}</p>
      <DataTable
        caption={t("waiting.title")}
        columns={[t("waiting.voucher"), figure(t("waiting.amount")), t("waiting.since")]}
        empty=""
        rows={waiting.map((each) => ({
          key: each.id,
          cells: [t("waiting.end", { end: each.end }), each.amount, each.since],
        }))}
      />
    </section>
  );
}

type ShownVoucher = Extract<NonNullable<Page["held"]>, { state: "valid" }>;

function whyNot({ hasCredit, becomes }: ShownVoucher, who: Page["who"]) {
  if (who === "operator" || who === "locked") return who;
  if (who !== "visitor" && becomes === null) return "direct";
  return hasCredit ? null : "no_rate";
}

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
  const why = whyNot(voucher, who);
  return (
    <>
      <ErrorSummary formId={form.id} errors={{ "": Object.values(form.allErrors).flat() }} />
      <article className="voucher-found">
        <p className="voucher-worth">{voucher.amount}</p>
        {voucher.message === null ? null : <blockquote className="quote">{voucher.message}</blockquote>}
        {voucher.sender === null ? null : <p>{t("from", { name: voucher.sender })}</p>}
        <p className="help">{t("validUntil", { date: voucher.validUntil })}</p>
      </article>
      {who === "visitor" ? <VisitorWays amount={voucher.amount} /> : null}
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

function VisitorWays({ amount }: { amount: string }) {
  const { t } = useTexts("redeem");
  const { registration } = useFeatures();
  return (
    <>
      <p>{t("visitor.text", { amount })}</p>
      <div className="actions">
        <MainLink href="/login?return_to=%2Fvoucher%2Fredeem">{t("visitor.login")}</MainLink>
        {registration === "open" ? <SecondLink href="/register">{t("visitor.register")}</SecondLink> : null}
      </div>
      <p className="help">{t("visitor.others")}</p>
    </>
  );
}
