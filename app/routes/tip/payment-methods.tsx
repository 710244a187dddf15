import type { ReactElement } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
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
  wallets: Partial<Record<PaymentType, string>>;
}): ReactElement {
  const { t } = useTexts("tip");
  const help = (type: PaymentType) => {
    const names = wallets[type];
    const text = t(`payment.types.${type}.help`);
    return names === undefined ? text : t("payment.types.wallets", { text, names });
  };
  return (
    <fieldset id={field.id} aria-describedby={`${field.id}-error`} tabIndex={-1}>
      <legend className="group-label">{t("payment.types.legend")}</legend>
      <div className="ways" id="ways">
        {offers.map((type) => (
          <label className="way" key={type}>
            <input type="radio" name={field.name} value={type} defaultChecked={field.initialValue === type} />
            <span>
              <b>{t(`payment.types.${type}.name`)}</b>
              <small>{help(type)}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id={field.id ?? ""} errors={field.errors} />
    </fieldset>
  );
}

/** Without a fresh reference rate it asks for another currency. */
export function PriceOrNone({
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

export function Total({ charged }: { charged: string | null }): ReactElement {
  return (
    <span className="money" id="total">
      {charged === null ? null : `· ${charged}`}
    </span>
  );
}
