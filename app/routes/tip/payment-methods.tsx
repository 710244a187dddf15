import type { ReactElement } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

export function PaymentMethods({
  field,
  offers,
  wallets,
}: {
  field: ShownField;
  offers: readonly PaymentType[];
  /** Wallets that the provider's page accepts for a method. */
  wallets: Wallets;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <fieldset id={field.id} aria-describedby={`${field.id}-error`} tabIndex={-1}>
      <legend className="group-label">{t("payment.types.legend")}</legend>
      <div className="ways" id="ways">
        {offers.map((type) => (
          <label className="way" key={type}>
            <input type="radio" name={field.name} value={type} defaultChecked={field.initialValue === type} />
            <span>
              <b>{t(`payment.types.${type}.name`)}</b>
              <small>{t(`payment.types.${type}.help`)}</small>
              <WalletMarks names={wallets[type]} />
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id={field.id ?? ""} errors={field.errors} />
    </fieldset>
  );
}

type Wallets = Partial<Record<PaymentType, readonly string[]>>;

export function WalletMarks({ names = [] }: { names: readonly string[] | undefined }): ReactElement | null {
  if (names.length === 0) return null;
  return (
    <span className="marks">
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}

interface Option {
  value: string;
  text: string;
}

export interface PaymentChoices {
  offers: readonly PaymentType[];
  wallets: Wallets;
  countries: readonly Option[];
  hasAllCountries: boolean;
  currencies: readonly Option[];
}

/** What the price depends on. */
export function PaymentFields({
  fields,
  choices,
}: {
  fields: Record<"type" | "country" | "pay_currency", ShownField>;
  choices: PaymentChoices;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <>
      <PaymentMethods field={fields.type} offers={choices.offers} wallets={choices.wallets} />
      <div className="pair">
        <div>
          <SelectField
            field={fields.country}
            label={t("payment.country")}
            help={t("payment.countryHelp")}
            options={choices.countries}
          />
          {choices.hasAllCountries ? null : (
            <button type="submit" className="plain-button" name="step" value="countries">
              {t("payment.allCountries")}
            </button>
          )}
        </div>
        <SelectField field={fields.pay_currency} label={t("payment.currency")} options={choices.currencies} />
      </div>
    </>
  );
}

function PriceOrNone({
  price,
  name,
  currency,
}: {
  price: Price | null;
  name: string | null;
  currency: string;
}): ReactElement {
  const { t } = useTexts("tip");
  if (price) return <PriceTable price={price} name={name} />;
  return (
    <p className="note" id="price" role="alert">
      {t("payment.noRate", { currency })}
    </p>
  );
}

function Total({ charged }: { charged: string | null }): ReactElement {
  return (
    <span className="money" id="total">
      {charged === null ? null : `· ${charged}`}
    </span>
  );
}

export function PriceAndNext({
  shown: { price, payCurrency, isByType, charged },
  name,
  next,
}: {
  shown: { price: Price | null; payCurrency: string; isByType: boolean; charged: string | null };
  name: string | null;
  next: string;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <>
      <div>
        <h2 className="group-label">{t("payment.price")}</h2>
        <PriceOrNone price={price} name={name} currency={payCurrency} />
        <button
          type="submit"
          className="plain-button"
          name="step"
          value="update"
          data-update={isByType ? "type" : ""}
        >
          {t("payment.update")}
        </button>
      </div>
      <div className="stick">
        <MainButton>
          <span>
            {next} <Total charged={charged} />
          </span>
        </MainButton>
      </div>
    </>
  );
}
