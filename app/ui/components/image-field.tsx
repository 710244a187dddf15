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
        <KeptImage src={keptUrl} edge={160} alt={t("details.imageAlt")} remove={t("details.imageRemove")} />
      ) : null}
      <FieldFrame
        field={field}
        label={t("details.image")}
        help={keptUrl ? t("details.imageKept") : t("details.imageHelp", { name })}
      >
        <ImageInput field={field} />
      </FieldFrame>
    </div>
  );
}

/** A picture that was sent before, and the tick that removes it. */
export function KeptImage(kept: { src: string; edge: number; alt: string; remove: string }): ReactElement {
  const { src, edge, alt, remove } = kept;
  return (
    <div>
      <img className="preview" src={src} width={edge} height={edge} alt={alt} />
      <label className="tick">
        <input type="checkbox" name="remove_image" value="1" />
        {remove}
      </label>
    </div>
  );
}

/** The input of a field for one picture; its field has a help. */
export function ImageInput({ field }: { field: ShownField }): ReactElement {
  return (
    <input {...describe(field, true)} type="file" className="file" accept="image/jpeg,image/png,image/gif" />
  );
}
