import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { DefaultButton, MainButton } from "../../ui/components/main-button.tsx";
import { OwnWords } from "../../ui/components/own-words.tsx";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { type ShownField, shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import { SplitText } from "./amount-choices.tsx";
import { type PaymentChoices, PaymentFields, WalletMarks } from "./payment-methods.tsx";
import { addressReaders, shareText } from "./tip-step.tsx";
import type { StepDraft } from "./tip-steps.server.ts";
import { WordsFields } from "./words-fields.tsx";

interface ShownSummary extends PaymentChoices {
  draft: StepDraft;
  imageUrl: string | null;
  price: Price;
  type: PaymentType;
  charged: string;
  consent: string | null;
  paidTo: string | null;
  messagePrice: string;
  characters: number;
  isRemembered: boolean;
  steps: { details: string; payment: string };
}

interface Values {
  name: string;
  message: string;
  show_on_page: string;
  type: string;
  country: string;
  pay_currency: string;
  email: string;
  share_email: string;
  remember: string;
}
type Fields = Record<keyof Values, ShownField>;

/** One form: a press of "Pay" loses no change of an opened line. */
export function SummaryForm({
  summary,
  isRemembered,
  lastResult,
  button,
}: {
  summary: ShownSummary;
  isRemembered: boolean;
  lastResult: SubmissionResult<string[]> | undefined;
  button: string | undefined;
}): ReactElement {
  const { draft, price } = summary;
  const { name } = draft.receiver;
  const { t } = useTexts("tip");
  /** The full way has steps for what the short way changes here. */
  const isShort = !draft.details_seen;
  const [form, fields] = shownForm<Values>({
    id: "summary",
    lastResult,
    defaultValue: valuesOf({ ...summary, isRemembered }),
  });
  return (
    <>
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{
          name: t("details.name"),
          message: t("details.message"),
          type: t("payment.types.legend"),
          country: t("payment.country"),
          pay_currency: t("payment.currency"),
          email: t("payment.email"),
        }}
      />
      <form method="post" noValidate className="fields lines" data-once="">
        {/* In the short way Enter presses the first "Apply" and does not pay. */}
        {isShort ? null : <DefaultButton />}
        {isShort ? (
          <>
            <WordsLine summary={summary} fields={fields} />
            <PaymentLine summary={summary} fields={fields} />
          </>
        ) : (
          <>
            <Line link={summary.steps.details}>
              <Words summary={summary} />
            </Line>
            <Line link={summary.steps.payment}>
              <PaymentWords summary={summary} />
            </Line>
          </>
        )}
        <div>
          <PriceTable price={price} name={name} />
          {summary.paidTo === null ? null : (
            <p className="help">
              {t(draft.sharers ? "summary.directGroup" : "summary.direct", {
                name,
                provider: summary.paidTo,
              })}
            </p>
          )}
          {draft.sharers ? <Sharers sharers={draft.sharers} currency={draft.currency} /> : null}
        </div>
        {summary.consent === null ? null : <p className="note">{summary.consent}</p>}
        {isShort ? <EmailFields draft={draft} fields={fields} /> : <EmailLine draft={draft} />}
        <CheckField field={fields.remember}>{t("summary.remember")}</CheckField>
        {summary.isRemembered ? (
          <button type="submit" className="plain-button" name="step" value="forget">
            {t("summary.forget")}
          </button>
        ) : null}
        <span id="seen" hidden>
          <input type="hidden" name="charged_minor" value={price.charged_minor} />
          <input type="hidden" name="charged_currency" value={price.charged_currency} />
        </span>
        {button === undefined ? null : <input type="hidden" name="button" value={button} />}
        {draft.sharers ? <input type="hidden" name="members" value={draft.sharers.mark} /> : null}
        <div className="stick">
          <MainButton>
            <span id="total">
              {t(draft.is_monthly ? "monthly.pay" : "summary.pay", { amount: summary.charged })}
            </span>
          </MainButton>
        </div>
      </form>
    </>
  );
}

function valuesOf({ draft, type, isRemembered }: ShownSummary): Values {
  const tick = (isOn: boolean) => (isOn ? "on" : "");
  return {
    name: draft.sender_name ?? "",
    message: draft.message ?? "",
    show_on_page: tick(draft.show_on_page),
    type,
    country: draft.country ?? "",
    pay_currency: draft.pay_currency ?? draft.currency,
    email: draft.sender_email ?? "",
    share_email: tick(draft.share_email),
    remember: tick(isRemembered),
  };
}

function Line({ link, children }: { link: string; children: ReactNode }) {
  const { t } = useTexts("tip");
  return (
    <div className="line">
      <span>{children}</span>
      <a href={link}>{t("summary.change")}</a>
    </div>
  );
}

function Words({ summary: { draft, imageUrl } }: { summary: ShownSummary }) {
  const { receiver } = draft;
  const { t } = useTexts("tip");
  const isOnPage = draft.show_on_page && receiver.shows_supporters;
  return (
    <>
      <OwnWords message={draft.message} senderName={draft.sender_name} itemName={draft.item_name} />
      {isOnPage && (draft.message ?? draft.sender_name) !== null ? (
        <small>{t("summary.onPage")}</small>
      ) : null}
      {imageUrl ? (
        <img className="preview" src={imageUrl} width={160} height={160} alt={t("details.imageAlt")} />
      ) : null}
    </>
  );
}

function WordsLine({ summary, fields }: { summary: ShownSummary; fields: Fields }) {
  const { draft, messagePrice, characters } = summary;
  const { receiver } = draft;
  const { t } = useTexts("tip");
  const hasErrors = [fields.message, fields.name].some(({ errors }) => errors !== undefined);
  const isUnsaved = (fields.message.initialValue ?? "") !== (draft.message ?? "");
  return (
    <details open={hasErrors || isUnsaved}>
      <summary>
        <span>
          <Words summary={summary} />
        </span>
        <b>{t(draft.message === null ? "summary.addWords" : "summary.change")}</b>
      </summary>
      <div className="fields">
        <WordsFields {...{ fields, receiver, characters }} price={messagePrice} />
        {/* First, since Enter presses it. */}
        <Update />
        <button type="submit" className="plain-button" name="step" value="details">
          {t("details.image")}
        </button>
      </div>
    </details>
  );
}

function PaymentWords({ summary: { draft, type, countries, wallets } }: { summary: ShownSummary }) {
  const { t } = useTexts("tip");
  const country = countries.find(({ value }) => value === draft.country)?.text;
  const currency = draft.pay_currency === draft.currency ? null : draft.pay_currency;
  return (
    <>
      {[t(`payment.types.${type}.name`), country, currency].filter(Boolean).join(" · ")}
      <WalletMarks names={wallets[type]} />
    </>
  );
}

function PaymentLine({ summary, fields }: { summary: ShownSummary; fields: Fields }) {
  const { t } = useTexts("tip");
  const hasErrors = [fields.type, fields.country, fields.pay_currency].some(
    ({ errors }) => errors !== undefined,
  );
  return (
    <details open={hasErrors || summary.hasAllCountries}>
      <summary>
        <span id="line">
          <PaymentWords summary={summary} />
        </span>
        <b>{t("summary.change")}</b>
      </summary>
      <div className="fields">
        <PaymentFields fields={fields} choices={summary} />
        <Update by="type" />
      </div>
    </details>
  );
}

function EmailFields({ draft, fields }: { draft: StepDraft; fields: Fields }) {
  const { t, locale } = useTexts("tip");
  return (
    <>
      <TextField
        field={fields.email}
        label={t("payment.email")}
        optional={!draft.is_monthly}
        help={t(draft.is_monthly ? "monthly.emailHelp" : "summary.emailHelp")}
        control={{ type: "email", autoComplete: "email", maxLength: 254 }}
      />
      <CheckField field={fields.share_email}>{shareText(t, locale, draft)}</CheckField>
    </>
  );
}

function EmailLine({ draft }: { draft: StepDraft }) {
  const { t, locale } = useTexts("tip");
  if (draft.sender_email === null) return null;
  return (
    <p className="help">
      {t("summary.receipt", { email: draft.sender_email })}.{" "}
      {draft.share_email ? t("summary.shared", addressReaders(draft, locale)) : null}
    </p>
  );
}

/** `by`: also renews the price on a change of these radios. */
function Update({ by }: { by?: string }) {
  const { t } = useTexts("tip");
  return (
    <button type="submit" className="plain-button" name="step" value="update" data-update={by}>
      {t("summary.update")}
    </button>
  );
}

const NAMES_SHOWN = 6;

function Sharers({
  sharers: { names, shares },
  currency,
}: {
  sharers: NonNullable<StepDraft["sharers"]>;
  currency: string;
}): ReactElement {
  return (
    <details className="sharers" open={names.length <= NAMES_SHOWN}>
      <summary>
        <SplitText shares={shares} currency={currency} />
      </summary>
      <ul className="help">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
