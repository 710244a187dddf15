import type { ReactElement } from "react";
import { formatAmount, toDecimal } from "../../domain/money/minor.ts";
import type { ProfileItem } from "../../domain/users/profile.server.ts";
import { Control, INPUT } from "../../ui/components/control.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { describe, FieldFrame } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

const ITEMS_SHOWN = 4;

interface AmountChoicesProps {
  amount: ShownField;
  choice: ShownField;
  currency: string;
  presets: readonly number[];
  items: readonly ProfileItem[];
  help: string;
}

/** Native radios show the choice without script; a typed amount counts over them. */
export function AmountChoices(props: AmountChoicesProps): ReactElement {
  const { t, locale } = useTexts("tip");
  const { amount, currency } = props;
  const { name, initialValue } = props.choice;
  // A typed amount counts, so no chip looks chosen.
  const isTyped = typeof amount.initialValue === "string" && amount.initialValue.trim() !== "";
  const radio = (value: string) => ({
    type: "radio",
    name,
    value,
    defaultChecked: !isTyped && initialValue === value,
    "data-choice": "",
  });
  const rows = props.items.map((item) => (
    <label className="item" key={item.id}>
      <input {...radio(`item-${item.id}`)} />
      {item.image ? (
        <MediaPicture id={item.image.id} renditions={["s"]} width={48} height={48} lazy />
      ) : (
        <span className="item-blank" />
      )}
      <span className="item-name">{item.name}</span>
      <span className="item-price money">{formatAmount(item.amount_minor, currency, locale, true)}</span>
    </label>
  ));
  return (
    <>
      {props.items.length > 0 ? (
        <fieldset>
          <legend className="hidden-visually">{t("amount.items")}</legend>
          <div className="items">{rows.slice(0, ITEMS_SHOWN)}</div>
          {rows.length > ITEMS_SHOWN ? (
            <details className="more">
              <summary>{t("amount.more", { count: rows.length - ITEMS_SHOWN })}</summary>
              <div className="items">{rows.slice(ITEMS_SHOWN)}</div>
            </details>
          ) : null}
        </fieldset>
      ) : (
        <fieldset>
          <legend className="hidden-visually">{t("amount.presets")}</legend>
          <div className="chips">
            {props.presets.map((preset) => (
              <label className="chip money" key={preset}>
                <input {...radio(toDecimal(preset, currency))} />
                {formatAmount(preset, currency, locale, true)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <FieldFrame field={amount} label={t("amount.own")} help={props.help}>
        <Control symbol={symbolOf(currency)}>
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
    </>
  );
}

function symbolOf(currency: string): string {
  return { EUR: "€", USD: "$", GBP: "£" }[currency] ?? currency;
}
