import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { deleteImage } from "../../domain/media/media.server.ts";
import { formatAmount, toDecimal } from "../../domain/money/minor.ts";
import { addLaterWords, type OpenWords } from "../../domain/tips/later-words.server.ts";
import { laterWordsForm } from "../../domain/tips/tip.schema.ts";
import { findAnyReceipt } from "../../domain/vouchers/voucher-drafts.server.ts";
import { readCheckableUploadForm, type UploadForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import type { ShownLaterWords } from "./later-words.tsx";
import { type ShownReceiver, shownReceiver } from "./shown-receiver.server.ts";
import { takeImage } from "./taken-image.server.ts";

export function shownLaterWords(
  context: Readonly<RouterContextProvider>,
  words: OpenWords | null,
  receiver: ShownReceiver,
): ShownLaterWords | null {
  if (words === null || context.get(servicesContext).clock() >= words.until) return null;
  const { currency, default_price_per_message_minor: price } = words;
  const shows_supporters = featuresOf(context).supporters && words.shows_supporters;
  const characters = rulesOf(context).content.message_characters_maximum;
  if (price === null || words.amount_minor >= price) return { shows_supporters, characters, price: null };
  const text = formatAmount(price, currency, getLocale(context));
  return {
    shows_supporters,
    characters,
    price: { text, href: receiver.hasPage ? `${receiver.path}/${toDecimal(price, currency)}` : null },
  };
}

/**
 * Stores a picture after the other fields are valid. A repetition leads to the page. Throws 404 for a payment
 * without a tip.
 */
export async function takeLaterWords(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: {
    form?: UploadForm;
    payment_id: string;
    words: OpenWords | null;
    receiver: ShownReceiver;
    here: string;
  },
) {
  const services = context.get(servicesContext);
  const { words, receiver, here } = given;
  const { fields, file } = given.form ?? (await readCheckableUploadForm(request, "image"));
  const price = words?.default_price_per_message_minor ?? null;
  const rules = rulesOf(context);
  const values = {
    name: receiver.name,
    characters: rules.content.message_characters_maximum,
    price: price === null || !words ? "" : formatAmount(price, words.currency, getLocale(context)),
  };
  const schema = laterWordsForm(words, { hasImage: file !== null, rules });
  const form = parseForm(request, context, fields, schema, values);
  if (!form.ok) return form.reply;
  const taken = file ? await takeImage(context, file) : null;
  if (taken?.problem) return form.refuse({ image: taken.problem });
  const { name: sender_name = null, message = null, show_on_page } = form.value;
  const image_id = taken?.id ?? null;
  const { review_always } = rules.content;
  const said = { payment_id: given.payment_id, sender_name, message, image_id, show_on_page, review_always };
  const outcome = await addLaterWords(services, said);
  if (outcome !== "added" && image_id !== null) await deleteImage(services, image_id);
  switch (outcome) {
    case "added":
      return redirect(here, { status: 303, headers: await doneHeaders(context, "words") });
    case "has_words":
      return redirect(here, 303);
    case "below_price":
      return form.refuse({ message: "errors.message.price_later" });
    case "closed":
      return form.refuse({ message: "errors.message.closed" });
    case "not_paid":
      return form.refuse({ message: "errors.message.not_paid" });
    case "unknown":
      throw data(null, { status: 404 });
  }
}

/** 404 for a voucher's. */
export async function takeReceiptWords(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { form: UploadForm; payment_id: string; here: string },
) {
  const { db, clock } = context.get(servicesContext);
  const receipt = await findAnyReceipt(db, given.payment_id, clock());
  if (!receipt?.receiver) throw data(null, { status: 404 });
  const receiver = shownReceiver(context, { ...receipt.receiver, avatar_id: null });
  return await takeLaterWords(request, context, { ...given, words: receipt.open_words, receiver });
}
