import type { PayPage } from "../hosted-page.server.ts";
import type { FieldErrors, FormFields } from "../pay-form.ts";
import { describedBy, Field, FieldError, fieldId } from "./field.tsx";
import type { SandboxText } from "./text.ts";

/** Where transfers go; no bank has this account. */
const RECIPIENT = { name: "Sandpay Test", iban: "DE06 0000 0000 0000 0047 11" };

interface FormProps {
  t: SandboxText;
  page: PayPage;
  amount: string;
  errors: FieldErrors;
  values: FormFields;
}

/** The fields and the button for the payment's way to pay. */
export function InstrumentFields(props: FormProps) {
  if (props.page.type === "INETCASH_CC") return <CardFields {...props} />;
  if (props.page.type === "INETCASH_DD") return <DebitFields {...props} />;
  return <BankFields {...props} />;
}

function CardFields({ t, amount, errors, values }: FormProps) {
  const typedBefore = Object.keys(errors).length > 0 && values.number === undefined;
  return (
    <>
      <h2>{t("form.card")}</h2>
      <Field
        t={t}
        errors={errors}
        name="number"
        label={t("fields.number")}
        help={typedBefore ? t("fields.numberHelp") : ""}
        defaultValue={values.number}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
      />
      <div className="sp-pair">
        <Field
          t={t}
          errors={errors}
          name="expiry"
          label={t("fields.expiry")}
          placeholder={t("fields.expiryHint")}
          defaultValue={values.expiry}
          autoComplete="cc-exp"
          maxLength={9}
        />
        <Field
          t={t}
          errors={errors}
          name="cvc"
          label={t("fields.cvc")}
          placeholder="123"
          defaultValue={values.cvc}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <Field
        t={t}
        errors={errors}
        name="holder"
        label={t("fields.holder")}
        defaultValue={values.holder}
        autoComplete="cc-name"
        maxLength={100}
      />
      <button type="submit" className="sp-button">
        {t("form.pay", { amount })}
      </button>
    </>
  );
}

function DebitFields({ t, amount, errors, values }: FormProps) {
  return (
    <>
      <h2>{t("form.debit")}</h2>
      <Field
        t={t}
        errors={errors}
        name="iban"
        label={t("fields.iban")}
        defaultValue={values.iban}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
      />
      <Field
        t={t}
        errors={errors}
        name="holder"
        label={t("fields.accountHolder")}
        defaultValue={values.holder}
        autoComplete="name"
        maxLength={100}
      />
      <div className="sp-field">
        <label className="sp-choice">
          <input
            type="checkbox"
            id={fieldId("mandate")}
            name="mandate"
            value="yes"
            required
            defaultChecked={values.mandate === "yes"}
            aria-invalid={errors.mandate ? true : undefined}
            aria-describedby={describedBy("mandate", false, Boolean(errors.mandate))}
          />
          <span>{t("fields.mandate", { amount })}</span>
        </label>
        <FieldError t={t} name="mandate" error={errors.mandate} />
      </div>
      <button type="submit" className="sp-button">
        {t("form.pay", { amount })}
      </button>
    </>
  );
}

function BankFields({ t, page, amount, errors, values }: FormProps) {
  const isTransfer = page.type === "INETCASH_OB";
  return (
    <>
      <h2>{isTransfer ? t("form.transfer") : t("form.login")}</h2>
      {isTransfer && <TransferDetails t={t} amount={amount} reference={page.reference} />}
      <fieldset className="sp-field" aria-describedby={describedBy("bank", false, Boolean(errors.bank))}>
        <legend>{isTransfer ? t("fields.bankSent") : t("fields.bank")}</legend>
        {page.instruments.map((bank, place) => (
          <label className="sp-choice sp-bank" key={bank.id}>
            <input
              type="radio"
              // The summary's link leads to the first one.
              id={place === 0 ? fieldId("bank") : undefined}
              name="bank"
              value={bank.id}
              required
              defaultChecked={values.bank === bank.id}
            />
            <span>
              <strong>{bank.value}</strong>
              <span className="sp-does">{t(bank.text)}</span>
            </span>
          </label>
        ))}
        <FieldError t={t} name="bank" error={errors.bank} />
      </fieldset>
      <button type="submit" className="sp-button">
        {isTransfer ? t("form.sent") : t("form.loginPay", { amount })}
      </button>
    </>
  );
}

function TransferDetails(props: { t: SandboxText; amount: string; reference: string }) {
  const { t, amount, reference } = props;
  return (
    <>
      <p className="sp-intro">{t("transfer.intro")}</p>
      <dl className="sp-transfer">
        <dt>{t("transfer.recipient")}</dt>
        <dd>{RECIPIENT.name}</dd>
        <dt>{t("transfer.iban")}</dt>
        <dd>{RECIPIENT.iban}</dd>
        <dt>{t("transfer.amount")}</dt>
        <dd>{amount}</dd>
        <dt>{t("transfer.reference")}</dt>
        <dd>{reference}</dd>
      </dl>
    </>
  );
}
