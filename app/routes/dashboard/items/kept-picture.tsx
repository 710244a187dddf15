import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

export default function KeptPicture({ id }: { id: string }) {
  const { t } = useTranslation("items");
  return (
    <div>
      <input type="hidden" name="image_id" value={id} />
      <img
        className="preview"
        src={`/media/${id}/s.webp`}
        width={112}
        height={112}
        alt={t("form.imageAlt")}
      />
      <Checkbox id="item-remove_image" name="remove_image" value="1" label={t("form.imageRemove")} />
    </div>
  );
}
