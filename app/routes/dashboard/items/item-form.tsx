import type { ReactElement, ReactNode } from "react";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { CropFields } from "../../../ui/components/crop-fields.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { ImageField } from "../../../ui/components/image-field.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

/** What the form of an item has in it. */
interface ItemValues {
  name: string;
  amount: string;
  image: string;
  image_id: string;
  remove_image: string;
}

/** The form of a tribute item: a new one's, or that of one that was declined. */
export function ItemForm({
  title,
  intro,
  action,
  bounds,
  currency,
  values,
  lastResult,
  button,
}: {
  title: string;
  /** What has to be known before. */
  intro?: ReactNode;
  action: string;
  bounds: { minimum: string; maximum: string };
  currency: string;
  values?: Partial<ItemValues>;
  lastResult: Parameters<typeof shownForm<ItemValues>>[0]["lastResult"];
  button: string;
}): ReactElement {
  const { t } = useTexts("items");
  const [form, fields] = shownForm<ItemValues>({
    id: "item",
    lastResult,
    ...(values && { defaultValue: values }),
  });
  const kept = fields.remove_image.initialValue ? undefined : fields.image_id.initialValue;
  const keptId = isId(kept) ? kept : null;
  return (
    <section className="card steps">
      <h1 className="form-title">{title}</h1>
      {intro}
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        noValidate
        data-progress={t("form.progress")}
        data-failed={t("form.failed")}
        data-whole=""
        data-upload="TRIBUTE_IMAGE"
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
        <MainButton>{button}</MainButton>
      </form>
      <p className="center">
        <a href="/dashboard/items" data-closes="">
          {t("form.back")}
        </a>
      </p>
    </section>
  );
}
