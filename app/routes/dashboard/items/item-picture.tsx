import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { productRules } from "../../../product-rules.ts";
import { OptionalLabel } from "../../../ui/components/optional-label.tsx";
import { FileField } from "../../../ui/upload/file-field.tsx";
import { PictureCrop } from "../../../ui/upload/picture-crop.tsx";
import type { ChosenFile } from "../../../ui/upload/use-chosen-file.ts";
import type { Upload } from "../../../ui/upload/use-upload.ts";

/** The last field of its form. */
export function ItemPicture({
  chosen,
  upload,
  problem,
  help,
}: {
  chosen: ChosenFile;
  upload: Upload;
  problem: string | undefined;
  help: string;
}): ReactElement {
  const { t } = useTranslation("items");
  const { t: picture } = useTranslation("picture");
  const image = upload.errors?.image;
  return (
    <div className="fields">
      <FileField
        id="item-image"
        name="image"
        chosen={chosen}
        upload={{ ...upload, errors: image ? { image } : null }}
        problem={problem}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        dropText={picture("drop")}
        wrapper={{ label: <OptionalLabel>{t("form.image")}</OptionalLabel>, description: help }}
      />
      <PictureCrop
        id="item"
        shape="item"
        zoomMaximum={productRules.item.image_zoom_maximum}
        file={chosen.file}
      />
    </div>
  );
}
