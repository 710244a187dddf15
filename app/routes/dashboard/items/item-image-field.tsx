import type { ReactElement } from "react";
import { productRules } from "../../../product-rules.ts";
import { CropFields } from "../../../ui/components/crop-fields.tsx";
import { ImageInput, KeptImage } from "../../../ui/components/image-field.tsx";
import { FieldFrame } from "../../../ui/components/text-field.tsx";
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
        <>
          <input type="hidden" name="image_id" value={keptId} />
          <KeptImage
            src={`/media/${keptId}/s.webp`}
            edge={112}
            alt={t("form.imageAlt")}
            remove={t("form.imageRemove")}
          />
        </>
      ) : null}
      <FieldFrame
        field={field}
        label={t("form.image")}
        help={keptId ? t("form.imageKept") : t("form.imageHelp")}
        optional
      >
        <ImageInput field={field} />
      </FieldFrame>
      <CropFields id="item" shape="item" zoomMaximum={productRules.item.image_zoom_maximum} />
    </div>
  );
}
