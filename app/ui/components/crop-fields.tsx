import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";

/** Which part of the picture shows: three sliders, which the script moves by the picture itself. */
export function CropFields({
  id,
  shape,
  zoomMaximum,
  isHidden,
  isOpen,
  children,
}: {
  /** What the sliders' own ids begin with. */
  id: string;
  shape: "avatar" | "header" | "item";
  zoomMaximum: number;
  isHidden?: boolean;
  isOpen?: boolean;
  /** The picture itself, to be moved. */
  children?: ReactNode;
}): ReactElement {
  const { t } = useTexts("account");
  const sliders = [
    ["x_percent", 0, 100, 50],
    ["y_percent", 0, 100, 50],
    ["zoom_percent", 100, 100 * zoomMaximum, 100],
  ] as const;
  return (
    <details className="more crop" data-crop={shape} hidden={isHidden} open={isOpen}>
      <summary>{t("edit.crop.title")}</summary>
      {children ?? <div className="crop-place" hidden />}
      <div className="fields">
        {sliders.map(([name, minimum, maximum, middle]) => (
          <div key={name} className="field">
            <label htmlFor={`${id}-${name}`}>{t(`edit.crop.${name}`)}</label>
            <input
              id={`${id}-${name}`}
              type="range"
              name={name}
              min={minimum}
              max={maximum}
              step="any"
              defaultValue={middle}
            />
          </div>
        ))}
      </div>
    </details>
  );
}
