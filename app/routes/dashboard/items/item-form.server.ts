import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { itemForm, itemLimits } from "../../../domain/items/item.schema.ts";
import type { ItemRevised } from "../../../domain/items/items.server.ts";
import { itemCropForm } from "../../../domain/media/crop.schema.ts";
import { storeImage } from "../../../domain/media/media.server.ts";
import { formatAmount, type Minor } from "../../../domain/money/minor.ts";
import type { Viewer } from "../../../domain/users/viewer.ts";
import { readUploadForm, type UploadedFile } from "../../../http/body.server.ts";
import { takeBudgets } from "../../../http/budgets.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";

interface TypedItem {
  user_id: string;
  name: string;
  amount_minor: Minor;
  currency: string;
  image_id: string | null;
}

/** A refused picture stops it; a valid one is stored despite other errors. */
export async function takeItemForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  save: (item: TypedItem) => Promise<ItemRevised>,
) {
  const { currency } = viewer;
  const locale = getLocale(context);
  const { tip, bounds } = limitsOf(context, currency);
  const { fields, file } = await readUploadForm(request, "image");
  const taken = file ? await takeImage(context, viewer, file, fields) : null;
  if (taken?.id) {
    fields.set("image_id", taken.id);
    fields.delete("remove_image");
  }
  const form = parseForm(request, context, fields, itemForm(currency, locale, tip), bounds);
  if (taken?.problem) return { reply: form.refuse({ image: taken.problem }) };
  if (!form.ok) return { reply: form.reply };
  if (!(await takeBudgets(context, [{ budget: "item", key: viewer.id }])))
    return { reply: form.refuse({ "": "errors.item.too_often" }) };
  const { name, amount, image_id, remove_image } = form.value;
  const saved = await save({
    ...{ user_id: viewer.id, name, amount_minor: amount, currency },
    image_id: remove_image ? null : (image_id ?? null),
  });
  if (saved.outcome === "too_many") return { reply: form.refuse({ "": "errors.item.full" }) };
  if (saved.outcome === "too_many_waiting") return { reply: form.refuse({ "": "errors.item.waiting" }) };
  if (saved.outcome === "image_unknown")
    return { reply: form.refuse({ image: "errors.item.image_unknown" }) };
  return { reply: null, saved };
}

async function takeImage(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  file: UploadedFile,
  fields: FormData,
): Promise<{ id: string; problem: null } | { id: null; problem: string }> {
  const services = context.get(servicesContext);
  const refuse = (problem: string) => ({ id: null, problem });
  if ("problem" in file) return refuse(`errors.image.${file.problem}`);
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return refuse("errors.upload.too_often");
  const image = { id: services.newId(), bytes: file.bytes, key: "TRIBUTE_IMAGE", is_public: true } as const;
  const stored = await storeImage(services, {
    ...image,
    owner_id: viewer.id,
    crop: itemCropForm.parse(Object.fromEntries(fields)),
    now: services.clock(),
  });
  return stored.outcome === "refused"
    ? refuse(`errors.image.${stored.reason}`)
    : { id: stored.media_id, problem: null };
}

export function limitsOf(context: Readonly<RouterContextProvider>, currency: string) {
  const tip = itemLimits(rulesOf(context).tip);
  const show = (amount: number) => formatAmount(amount, currency, getLocale(context), true);
  return { tip, bounds: { minimum: show(tip.minimum_minor), maximum: show(tip.maximum_minor) } };
}
