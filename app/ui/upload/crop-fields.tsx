import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";

/** Three sliders, which dragging the picture moves too. */
export function CropFields({
  id,
  zoomMaximum,
  isHidden,
  isOpen,
  children,
}: {
  id: string;
  zoomMaximum: number;
  isHidden: boolean;
  isOpen: boolean;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("picture");
  const sliders = [
    ["x_percent", 0, 100, 50],
    ["y_percent", 0, 100, 50],
    ["zoom_percent", 100, 100 * zoomMaximum, 100],
  ] as const;
  return (
    <details className="more crop" hidden={isHidden} open={isOpen}>
      <summary>{t("crop.title")}</summary>
      {children}
      <div className="fields">
        {sliders.map(([name, minimum, maximum, middle]) => (
          <div key={name} className="field">
            <label htmlFor={`${id}-${name}`}>{t(`crop.${name}`)}</label>
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
