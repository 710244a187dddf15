import type { ReactElement } from "react";
import { formatAmount, minor, toDecimal } from "../../domain/money/minor.ts";
import { splitEqually } from "../../domain/money/split.ts";
import type { ProfileItem } from "../../domain/users/profile.server.ts";
import { Control, INPUT } from "../../ui/components/control.tsx";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { MainButton, SecondButton } from "../../ui/components/main-button.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { describe, FieldFrame } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import { WalletMarks } from "./payment-methods.tsx";

const itemsShown = ({ presets }: { presets: readonly number[] }) => (presets.length > 0 ? 3 : 4);

interface AmountChoicesProps {
  amount: ShownField;
  choice: ShownField;
  currency: string;
  presets: readonly number[];
  marked?: number | null;
  /** By the creator, not by what fans chose. */
  isSuggested?: boolean;
  items: readonly ProfileItem[];
  help: string;
}

/** Native radios work without script; a typed amount overrides them. Without presets, items alone. */
export function AmountChoices(props: AmountChoicesProps): ReactElement {
  const { t, locale } = useTexts("tip");
  const { amount, currency, presets } = props;
  const { id, name, initialValue, errors } = props.choice;
  const isTyped = typeof amount.initialValue === "string" && amount.initialValue.trim() !== "";
  const marks = markedAmounts(props);
  const shown = itemsShown(props);
  const radio = (value: string) => ({
    type: "radio",
    "data-n": marks.get(value),
    name,
    value,
    defaultChecked: !isTyped && initialValue === value,
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
      {rows.length > 0 ? (
        <fieldset {...(errors ? { id, "aria-describedby": `${id}-error`, tabIndex: -1 } : {})}>
          <legend className="hidden-visually">{t("amount.items")}</legend>
          <div className="items">{rows.slice(0, shown)}</div>
          {rows.length > shown ? (
            <details className="more">
              <summary>{t("amount.more", { count: rows.length - shown })}</summary>
              <div className="items">{rows.slice(shown)}</div>
            </details>
          ) : null}
          {errors ? <FieldProblem id={id} errors={errors} /> : null}
        </fieldset>
      ) : null}
      {presets.length > 0 ? (
        <fieldset>
          <legend className="hidden-visually">{t("amount.presets")}</legend>
          <div className="chips">
            {presets.map((preset) => (
              <label className="chip money" key={preset}>
                <input {...radio(toDecimal(preset, currency))} />
                {formatAmount(preset, currency, locale, true)}
                {preset === props.marked ? (
                  <small>{t(props.isSuggested ? "amount.suggested" : "amount.often")}</small>
                ) : null}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {rows.length > 0 && presets.length === 0 ? null : <OwnAmount {...props} />}
    </>
  );
}

function OwnAmount({ amount, currency, help }: Pick<AmountChoicesProps, "amount" | "currency" | "help">) {
  const { t } = useTexts("tip");
  return (
    <FieldFrame field={amount} label={t("amount.own")} help={help}>
      <Control symbol={symbolOf(currency)}>
        <input
          {...describe(amount, true)}
          className={INPUT}
          inputMode="decimal"
          autoComplete="transaction-amount"
          maxLength={40}
          defaultValue={amount.initialValue ?? ""}
          placeholder=" "
          data-own=""
        />
      </Control>
      {amount.initialValue ? (
        <input type="hidden" name="given_amount" value={String(amount.initialValue)} />
      ) : null}
    </FieldFrame>
  );
}

export const EVERY_MONTH = "month";

/** Once, unless the fan chooses. */
export function HowOften({ field }: { field: ShownField }): ReactElement {
  const { t } = useTexts("tip");
  const radio = (value: string) => ({
    ...{ type: "radio", name: field.name, value },
    defaultChecked: (field.initialValue === EVERY_MONTH) === (value === EVERY_MONTH),
  });
  return (
    <fieldset>
      <legend className="hidden-visually">{t("amount.every")}</legend>
      <div className="two">
        <label className="chip">
          <input {...radio("")} />
          {t("amount.once")}
        </label>
        <label className="chip">
          <input {...radio(EVERY_MONTH)} />
          {t("amount.monthly")}
        </label>
      </div>
    </fieldset>
  );
}

export const SHORT_WAY = "now";

/** Choices with their own text on the button, by radio value. Presets first: as in the dictionary. */
function markedAmounts({
  items,
  presets,
  currency,
}: Pick<AmountChoicesProps, "items" | "presets" | "currency">) {
  const values = [
    ...presets.map((preset) => toDecimal(preset, currency)),
    ...items.slice(0, itemsShown({ presets })).map(({ id }) => `item-${id}`),
  ];
  return new Map([...values.entries()].map(([place, value]) => [value, place]));
}

/** CSS shows the chosen radio's sum on the button (`.sums`), without script. */
export function AmountButtons({
  fee,
  wallets,
  sharers,
  ...choices
}: Pick<AmountChoicesProps, "items" | "presets" | "currency"> & {
  fee: string;
  wallets: readonly string[];
  /** A group's; `text` without a known amount. */
  sharers?: { count: number; text: string };
}): ReactElement {
  const { t, locale } = useTexts("tip");
  const sums = new Map([
    ...choices.items.map(({ id, amount_minor }) => [`item-${id}`, amount_minor] as const),
    ...choices.presets.map((preset) => [toDecimal(preset, choices.currency), preset] as const),
  ]);
  const marks = [...markedAmounts(choices)];
  return (
    <div className="stick">
      {sharers ? (
        <p className="help shares sums">
          {marks.map(([value, place]) => (
            <span data-n={place} key={value}>
              <SplitText
                shares={splitEqually(minor(sums.get(value) ?? 0), sharers.count)}
                currency={choices.currency}
              />
            </span>
          ))}
          <span>{sharers.text}</span>
        </p>
      ) : null}
      <div className="two">
        <SecondButton>{t("amount.next")}</SecondButton>
        <MainButton name="way" value={SHORT_WAY}>
          <span className="sums">
            {marks.map(([value, place]) => (
              <span data-n={place} key={value}>
                {t("amount.pay", {
                  amount: formatAmount(sums.get(value) ?? 0, choices.currency, locale, true),
                })}
              </span>
            ))}
            <span>{t("amount.payNow")}</span>
          </span>
        </MainButton>
      </div>
      <p className="help fee">{fee}</p>
      <WalletMarks names={wallets} />
    </div>
  );
}

function symbolOf(currency: string): string {
  return { EUR: "€", USD: "$", GBP: "£" }[currency] ?? currency;
}

export function SplitText({ shares, currency }: { shares: readonly number[]; currency: string }): string {
  const { t, locale } = useTexts("tip");
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const count = shares.length;
  return least === most
    ? t("group.each", { count, amount: show(least) })
    : t("group.eachAbout", { count, least: show(least), most: show(most) });
}
