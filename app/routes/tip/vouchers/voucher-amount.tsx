import type { ReactElement } from "react";
import { formatCount } from "../../../domain/money/formats.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { Control, INPUT } from "../../../ui/components/control.tsx";
import { describe, FieldFrame, SelectField } from "../../../ui/components/text-field.tsx";
import type { ShownField } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

export function VoucherAmount({
  amount,
  choice,
  currency,
  currencies,
  presets,
  help,
}: {
  amount: ShownField;
  choice: ShownField;
  currency: ShownField;
  currencies: readonly string[];
  presets: readonly number[];
  help: string;
}): ReactElement {
  const { t, locale } = useTexts("vouchers");
  // A typed amount counts, so no chip looks chosen.
  const isTyped = amount.initialValue !== undefined && amount.initialValue.trim() !== "";
  const { name, initialValue } = choice;
  return (
    <>
      <fieldset>
        <legend className="hidden-visually">{t("buy.amounts")}</legend>
        <div className="chips four">
          {presets.map((preset) => {
            const value = toDecimal(preset, "EUR");
            return (
              <label className="chip money" key={preset}>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  defaultChecked={!isTyped && initialValue === value}
                />
                {formatCount(preset / 100, locale)}
              </label>
            );
          })}
        </div>
      </fieldset>
      <div className="pair">
        <FieldFrame field={amount} label={t("buy.own")} help={help}>
          <Control>
            <input
              {...describe(amount, true)}
              className={INPUT}
              inputMode="decimal"
              autoComplete="transaction-amount"
              maxLength={40}
              defaultValue={amount.initialValue ?? ""}
              data-own=""
            />
          </Control>
        </FieldFrame>
        <SelectField
          field={currency}
          label={t("buy.currency")}
          options={currencies.map((code) => ({ value: code, text: code }))}
        />
      </div>
    </>
  );
}
