import type { InputHTMLAttributes, ReactNode } from "react";
import type { MethodPage } from "../hosted-page.server.ts";
import type { FieldErrors, FormFields } from "../pay-form.ts";
import type { TextKey } from "../test-instruments.ts";
import { describedBy, Field, FieldError, fieldId } from "./field.tsx";
import type { SandboxText } from "./text.ts";

const RECIPIENT = { name: "Sandpay Test", iban: "DE06 0000 0000 0000 0047 11" };

interface FormProps {
  t: SandboxText;
  page: MethodPage;
  errors: FieldErrors;
  values: FormFields;
  heading: string;
  submit: string;
  mandate?: string | undefined;
  consent?: string | undefined;
  transfer?: ReactNode;
}

export function InstrumentFields(props: FormProps) {
  if (props.page.type === "INETCASH_CC") return <CardFields {...props} />;
  if (props.page.type === "INETCASH_DD") return <DebitFields {...props} />;
  return <BankFields {...props} />;
}

function CardFields(form: FormProps) {
  const { t, errors, values, heading, submit, consent } = form;
  const typedBefore = Object.keys(errors).length > 0 && values.number === undefined;
  return (
    <>
      <h2>{heading}</h2>
      <TypedField
        form={form}
        name="number"
        label="fields.number"
        help={typedBefore ? t("fields.numberHelp") : ""}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
      />
      <div className="sp-pair">
        <TypedField
          form={form}
          name="expiry"
          label="fields.expiry"
          placeholder={t("fields.expiryHint")}
          autoComplete="cc-exp"
          maxLength={9}
        />
        <TypedField
          form={form}
          name="cvc"
          label="fields.cvc"
          placeholder="123"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <TypedField form={form} name="holder" label="fields.holder" autoComplete="cc-name" maxLength={100} />
      {consent && <p className="sp-help">{consent}</p>}
      <button type="submit" className="sp-button">
        {submit}
      </button>
    </>
  );
}

function DebitFields(form: FormProps) {
  const { t, errors, values, heading, submit, mandate } = form;
  return (
    <>
      <h2>{heading}</h2>
      <TypedField
        form={form}
        name="iban"
        label="fields.iban"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
      />
      <TypedField
        form={form}
        name="holder"
        label="fields.accountHolder"
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
          <span>{mandate}</span>
        </label>
        <FieldError t={t} name="mandate" error={errors.mandate} />
      </div>
      <button type="submit" className="sp-button">
        {submit}
      </button>
    </>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "form" | "name">;

function TypedField(props: InputProps & { form: FormProps; name: string; label: TextKey; help?: string }) {
  const { form, label, ...input } = props;
  const { t, errors, values } = form;
  return <Field {...input} t={t} errors={errors} label={t(label)} defaultValue={values[input.name]} />;
}

function BankFields({ t, page, errors, values, heading, submit, transfer }: FormProps) {
  const isTransfer = page.type === "INETCASH_OB";
  return (
    <>
      <h2>{heading}</h2>
      {isTransfer && transfer}
      <fieldset className="sp-field" aria-describedby={describedBy("bank", false, Boolean(errors.bank))}>
        <legend>{isTransfer ? t("fields.bankSent") : t("fields.bank")}</legend>
        {page.instruments.map((bank, place) => (
          <label className="sp-choice sp-bank" key={bank.id}>
            <input
              type="radio"
              // Target of the summary's link.
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
        {submit}
      </button>
    </>
  );
}

export function TransferDetails(props: { t: SandboxText; amount: string; reference: string }) {
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

export function TestInstruments({ t, page }: { t: SandboxText; page: MethodPage }) {
  if (page.type === "INETCASH_DB" || page.type === "INETCASH_OB") return null;
  const inUse = page.prefill.number ?? page.prefill.iban;
  return (
    <details className="sp-tests" open>
      <summary>{page.type === "INETCASH_CC" ? t("tests.cards") : t("tests.accounts")}</summary>
      <p className="sp-help">{t("tests.intro")}</p>
      <ul>
        {page.instruments.map((instrument) => (
          <li key={instrument.id}>
            <a
              className="sp-use"
              href={`?use=${instrument.id}`}
              aria-current={instrument.value === inUse ? "true" : undefined}
            >
              <span className="sp-number">{instrument.value}</span>
              <span className="sp-does">{t(instrument.text)}</span>
              <span className="sp-use-word">
                {instrument.value === inUse ? t("tests.used") : t("tests.use")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
