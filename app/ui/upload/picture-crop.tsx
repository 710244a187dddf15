import { useMounted } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTexts } from "../texts.ts";
import type { CropValues, Preview } from "./crop-place.tsx";

const CropPlace = lazy(() => import("./crop-place.tsx"));

/** Sliders stay the form's fields; dragging sets them. */
export function PictureCrop(props: {
  id: string;
  shape: "avatar" | "header" | "item";
  zoomMaximum: number;
  file: File | null;
}) {
  const { id, zoomMaximum, file } = props;
  const isMounted = useMounted();
  const place = useRef<HTMLDivElement>(null);
  const preview = usePreview(file);
  const move = (values: CropValues) => {
    for (const [name, value] of Object.entries(values)) {
      const slider = place.current?.closest("details")?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (slider) slider.value = String(value);
    }
  };
  return (
    <CropFields
      id={id}
      zoomMaximum={zoomMaximum}
      isHidden={isMounted && file === null}
      isOpen={preview !== null}
    >
      <div className="crop-place" hidden={preview === null} ref={place}>
        {preview === null ? null : (
          <Suspense>
            <CropPlace
              key={preview.url}
              preview={preview}
              shape={props.shape}
              zoomMaximum={zoomMaximum}
              onMove={move}
            />
          </Suspense>
        )}
      </div>
    </CropFields>
  );
}

function usePreview(file: File | null): Preview | null {
  const [read, setRead] = useState<{ file: File; preview: Preview | null } | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isWanted = true;
    const show = async () => {
      const { readPreview } = await import("./crop-place.tsx");
      const preview = await readPreview(file);
      if (isWanted) setRead({ file, preview });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [file]);
  return read !== null && read.file === file ? read.preview : null;
}

function CropFields({
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
}) {
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
