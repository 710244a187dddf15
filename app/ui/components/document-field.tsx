import type { ShownField } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { describe, FieldFrame } from "./text-field.tsx";

/** A plain file input; the script adds a drop area. Last in its form. */
export function DocumentField({
  field,
  label,
  help,
  dropText,
}: {
  field: ShownField;
  label: string;
  help: string;
  dropText: string;
}) {
  const { t } = useTexts("picture");
  return (
    <FieldFrame field={field} label={label} help={help}>
      <div className="dropzone">
        <div
          className="drop"
          data-dropzone={dropText}
          data-phone={t("takePhoto")}
          aria-hidden="true"
          hidden
        />
        <input
          {...describe(field, true)}
          type="file"
          className="file"
          accept="image/jpeg,image/png,image/gif,application/pdf"
        />
      </div>
    </FieldFrame>
  );
}
