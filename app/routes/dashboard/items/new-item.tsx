import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { itemForm } from "../../../domain/items/item.schema.ts";
import { createItem } from "../../../domain/items/items.server.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { canReceive, type Viewer } from "../../../domain/users/users.server.ts";
import { readUploadForm, type UploadedFile } from "../../../http/body.server.ts";
import { takeBudgets } from "../../../http/budgets.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { itemCropForm } from "../../../media/crop.schema.ts";
import { storeImage } from "../../../media/media.server.ts";
import { productRules } from "../../../product-rules.ts";
import { CropFields } from "../../../ui/components/crop-fields.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { ImageField } from "../../../ui/components/image-field.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/new-item";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** A new tribute item: a page, which the script opens as a dialog. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  return {
    title: getI18n(context).t("items:form.title"),
    bounds: boundsOf(viewer.currency, getLocale(context)),
    currency: viewer.currency,
  };
}

/** Makes the item. A picture that is refused stops it; a good one is kept while something else is wrong. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const { currency } = viewer;
  const locale = getLocale(context);
  const { fields, file } = await readUploadForm(request, "image");
  const taken = file ? await takeImage(context, viewer, file, fields) : null;
  if (taken?.id) {
    fields.set("image_id", taken.id);
    fields.delete("remove_image");
  }
  const form = parseForm(request, context, fields, itemForm(currency, locale), boundsOf(currency, locale));
  if (taken?.problem) return form.refuse({ image: taken.problem });
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "item", key: viewer.id }])))
    return form.refuse({ "": "errors.item.too_often" });
  const { name, amount, image_id, remove_image } = form.value;
  const created = await createItem(services, {
    ...{ user_id: viewer.id, name, amount_minor: amount, currency },
    image_id: remove_image ? null : (image_id ?? null),
  });
  if (created.outcome === "too_many") return form.refuse({ "": "errors.item.full" });
  if (created.outcome === "too_many_waiting") return form.refuse({ "": "errors.item.waiting" });
  if (created.outcome === "image_unknown") return form.refuse({ image: "errors.item.image_unknown" });
  const page = canReceive(viewer.status) ? `/${viewer.username}` : "/dashboard/items";
  return redirect(page, { status: 303, headers: doneHeaders(context, "added", created.status) });
}

/** Stores the picture of an item to be: its id, or why it is refused. */
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

function boundsOf(currency: string, locale: Locale) {
  const { minimum_minor, maximum_minor } = productRules.item;
  const show = (amount: number) => formatAmount(amount, currency, locale, true);
  return { minimum: show(minimum_minor), maximum: show(maximum_minor) };
}

export default function NewItem({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("items");
  const { title, bounds, currency } = loaderData;
  const [form, fields] = shownForm<{
    name: string;
    amount: string;
    image: string;
    image_id: string;
    remove_image: string;
  }>({ id: "item", lastResult: actionData });
  const kept = fields.remove_image.initialValue ? undefined : fields.image_id.initialValue;
  const keptId = isId(kept) ? kept : null;
  return (
    <section className="card steps">
      <h1 className="form-title">{title}</h1>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form
        method="post"
        action="/dashboard/items/new"
        encType="multipart/form-data"
        noValidate
        data-progress={t("form.progress")}
        data-failed={t("form.failed")}
        data-whole=""
        className="fields"
      >
        <TextField
          field={fields.name}
          label={t("form.name")}
          help={t("form.nameHelp")}
          control={{ autoComplete: "off" }}
        />
        <TextField
          field={fields.amount}
          label={`${t("form.amount")} (${currency})`}
          help={t("form.amountHelp", bounds)}
          control={{ inputMode: "decimal", autoComplete: "off", maxLength: 40 }}
        />
        {keptId === null ? null : <input type="hidden" name="image_id" value={keptId} />}
        <ImageField
          field={fields.image}
          label={t("form.image")}
          help={keptId === null ? t("form.imageHelp") : t("form.imageKept")}
          kept={
            keptId === null
              ? null
              : {
                  ...{ url: `/media/${keptId}/s.webp`, edge: 112 },
                  ...{ alt: t("form.imageAlt"), removal: t("form.imageRemove") },
                }
          }
          optional
        >
          <CropFields id="item" shape="item" zoomMaximum={productRules.item.image_zoom_maximum} />
        </ImageField>
        <MainButton>{t("form.save")}</MainButton>
      </form>
      <p className="center">
        <a href="/dashboard/items" data-closes="">
          {t("form.back")}
        </a>
      </p>
    </section>
  );
}
