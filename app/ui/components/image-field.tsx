import type { ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { describe, FieldFrame } from "./text-field.tsx";

interface KeptImage {
  url: string;
  alt: string;
  edge: number;
  removal: string;
}

export function ImageField({
  field,
  label,
  help,
  kept,
  optional = false,
  children,
}: {
  field: ShownField;
  label: string;
  help: string;
  kept: KeptImage | null;
  optional?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="fields">
      {kept ? (
        <div>
          <img className="preview" src={kept.url} width={kept.edge} height={kept.edge} alt={kept.alt} />
          <label className="tick">
            <input type="checkbox" name="remove_image" value="1" />
            {kept.removal}
          </label>
        </div>
      ) : null}
      <FieldFrame field={field} label={label} help={help} optional={optional}>
        <input
          {...describe(field, true)}
          type="file"
          className="file"
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        />
      </FieldFrame>
      {children}
    </div>
  );
}
