import type { ReactElement } from "react";
import type { ShownField } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { describe, FieldFrame } from "./text-field.tsx";

/** A picture: a plain file input. What was sent before is shown, and can be replaced or removed. Stands last in its form. */
export function ImageField({
  field,
  name,
  keptUrl,
}: {
  field: ShownField;
  name: string;
  keptUrl: string | null;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <div className="fields">
      {keptUrl ? (
        <div>
          <img className="preview" src={keptUrl} width={160} height={160} alt={t("details.imageAlt")} />
          <label className="tick">
            <input type="checkbox" name="remove_image" value="1" />
            {t("details.imageRemove")}
          </label>
        </div>
      ) : null}
      <FieldFrame
        field={field}
        label={t("details.image")}
        help={keptUrl ? t("details.imageKept") : t("details.imageHelp", { name })}
      >
        <input
          {...describe(field, true)}
          type="file"
          className="file"
          accept="image/jpeg,image/png,image/gif"
        />
      </FieldFrame>
    </div>
  );
}
