import type { ReactElement } from "react";
import { productRules } from "../../../product-rules.ts";
import { CropFields } from "../../../ui/components/crop-fields.tsx";
import { describe, FieldFrame } from "../../../ui/components/text-field.tsx";
import type { ShownField } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

/** The picture of an item to be, and which part of it shows. One that was sent before is shown, and kept. */
export function ItemImageField({
  field,
  keptId,
}: {
  field: ShownField;
  keptId: string | null;
}): ReactElement {
  const { t } = useTexts("items");
  return (
    <div className="fields item-image">
      {keptId ? (
        <div>
          <input type="hidden" name="image_id" value={keptId} />
          <img
            className="preview"
            src={`/media/${keptId}/s.webp`}
            width={112}
            height={112}
            alt={t("form.imageAlt")}
          />
          <label className="tick">
            <input type="checkbox" name="remove_image" value="1" />
            {t("form.imageRemove")}
          </label>
        </div>
      ) : null}
      <FieldFrame
        field={field}
        label={t("form.image")}
        help={keptId ? t("form.imageKept") : t("form.imageHelp")}
        optional
      >
        <input
          {...describe(field, true)}
          type="file"
          className="file"
          accept="image/jpeg,image/png,image/gif"
        />
      </FieldFrame>
      <CropFields id="item" shape="item" zoomMaximum={productRules.item.image_zoom_maximum} />
    </div>
  );
}
