import { Input, type InputWrapperProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Upload } from "./use-upload.tsx";

export interface ChosenFile {
  input: RefObject<HTMLInputElement | null>;
  file: File | null;
  isNew: boolean;
  isReady: boolean;
  choose(): void;
  empty(): void;
}

const NONE = { file: null, isNew: false };

/** Also chosen before the script ran, or restored with the page. */
export function useChosenFile(): ChosenFile {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File | null; isNew: boolean }>(NONE);
  const take = (isNew: boolean) => setChosen({ file: input.current?.files?.[0] ?? null, isNew });
  useEffect(() => {
    const [visit] = performance.getEntriesByType("navigation");
    const isBack = visit instanceof PerformanceNavigationTiming && visit.type !== "navigate";
    const find = () => {
      const file = input.current?.files?.[0];
      if (file) setChosen((before) => (before.file === file ? before : { file, isNew: !isBack }));
    };
    find();
    // Browsers restore inputs after scripts run.
    addEventListener("pageshow", find);
    return () => removeEventListener("pageshow", find);
  }, []);
  return { input, ...chosen, isReady: useMounted(), choose: () => take(true), empty: () => setChosen(NONE) };
}

const FileDrop = lazy(() => import("./file-drop.tsx"));

export function FileField(props: {
  id: string;
  name: string;
  chosen: ChosenFile;
  upload: Upload;
  problem: string | undefined;
  accept: string;
  dropText: string;
  isRequired?: boolean;
  camera?: "user" | "environment" | undefined;
  labelledBy?: string;
  wrapper: Pick<InputWrapperProps, "label" | "description" | "inputWrapperOrder">;
}) {
  const { id, name, chosen, upload, accept, wrapper } = props;
  const { input, file, isReady } = chosen;
  const { t } = useTranslation("picture");
  const camera = isReady && matchMedia("(pointer: coarse)").matches ? props.camera : undefined;
  const chooseFile = () => {
    if (!input.current || !camera) return;
    input.current.removeAttribute("capture");
    input.current.click();
    input.current.setAttribute("capture", camera);
  };
  const found = upload.errors && Object.values(upload.errors).flat().join(" ");
  const problem = found ?? (file ? undefined : props.problem);
  useEffect(() => {
    if (found) input.current?.focus();
  }, [found, input]);
  return (
    <Input.Wrapper id={id} error={problem} errorProps={found ? { role: "alert" } : {}} {...wrapper}>
      <div className="dropzone">
        {isReady ? (
          <Suspense>
            <FileDrop
              input={input}
              accept={accept}
              file={file}
              text={camera ? t("camera") : props.dropText}
              isCamera={camera !== undefined}
            />
          </Suspense>
        ) : null}
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          className="file"
          accept={accept}
          required={props.isRequired}
          capture={camera}
          onChange={() => {
            upload.forget();
            chosen.choose();
          }}
          aria-labelledby={props.labelledBy}
          aria-describedby={problem ? `${id}-description ${id}-error` : `${id}-description`}
          aria-invalid={problem ? true : undefined}
        />
      </div>
      {camera ? (
        <button type="button" className="plain-button" onClick={chooseFile}>
          {t("chooseFile")}
        </button>
      ) : null}
    </Input.Wrapper>
  );
}
