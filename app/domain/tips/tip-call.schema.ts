import { z } from "zod";
import type { Rules } from "../../product-settings.ts";
import type { Minor } from "../money/minor.ts";
import {
  amountField,
  byForm,
  countryIdField,
  textField,
  tickField,
  typeField,
} from "../payments/payer.schema.ts";
import { amountForm, detailsForm, paymentForm } from "./tip.schema.ts";

export interface TipCallReceiver {
  currency: string;
  items: readonly { id: string; amount_minor: Minor }[];
  minimum_minor?: number;
  amounts?: { are_offered: boolean };
  default_price_per_message_minor: number | null;
  countryOf: (id: number) => string | null;
  rules: Rules;
}

// Compiled once; receiver-dependent parts follow per call.
const tipFields = z.object({
  amount: amountField.nullish(),
  user_tribute_id: z.guid("errors.api.item").nullish(),
  name: textField,
  message: textField,
  mediafile_id: z.guid("errors.item.image_unknown").nullish(),
  show_on_page: tickField,
  type: typeField,
  country_id: countryIdField,
  pay_currency: textField,
  email: textField,
  share_email: tickField,
  charged_minor: z.int().nonnegative().nullish(),
  creator: z.union([z.string().transform((one) => [one]), z.array(z.string()).max(100)]).nullish(),
});

export function tipCall(receiver: TipCallReceiver) {
  return tipFields.transform((call, context) => {
    const isKnown = (id: string) => receiver.items.some((each) => each.id === id);
    const item = call.user_tribute_id ?? null;
    if (item !== null && !isKnown(item))
      context.addIssue({ code: "custom", path: ["user_tribute_id"], message: "errors.api.item" });
    const choice = call.amount ?? (item === null ? undefined : `item-${item}`);
    const amount = byForm(amountForm({ ...receiver, locale: "en" }), { choice }, context, {
      choice: call.amount == null ? "user_tribute_id" : "amount",
    });
    const { name, message, show_on_page } = call;
    const amount_minor = amount?.amount_minor ?? Number.MAX_SAFE_INTEGER;
    const details = byForm(
      detailsForm({ ...receiver, amount_minor }),
      { name, message, show_on_page },
      context,
    );
    const { type, email, share_email } = call;
    const country = receiver.countryOf(call.country_id) ?? "";
    const pay_currency = call.pay_currency ?? receiver.currency;
    const payment = byForm(paymentForm, { type, country, pay_currency, email, share_email }, context, {
      country: "country_id",
    });
    if (!amount || !details || !payment) return z.NEVER;
    return {
      ...{ amount, details, payment },
      image_id: call.mediafile_id ?? null,
      seen_charged_minor: call.charged_minor ?? null,
      creators: call.creator ?? [],
    };
  });
}

export type TipCall = z.output<ReturnType<typeof tipCall>>;
