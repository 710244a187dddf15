import { Input, type InputWrapperProps } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import type { ChosenFile } from "./use-chosen-file.ts";
import type { Upload } from "./use-upload.ts";

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
  labelledBy?: string;
  wrapper: Pick<InputWrapperProps, "label" | "description" | "inputWrapperOrder">;
}) {
  const { id, name, chosen, upload, accept, wrapper } = props;
  const { input, file, isReady } = chosen;
  const found = upload.errors && Object.values(upload.errors).flat().join(" ");
  const problem = found ?? (file ? undefined : props.problem);
  useEffect(() => {
    if (found) input.current?.focus();
  }, [found, input]);
  return (
    <Input.Wrapper
      id={id}
      error={problem}
      // Without script the summary has the error.
      errorProps={found ? { role: "alert" } : {}}
      {...wrapper}
    >
      <div className="dropzone">
        {isReady ? (
          <Suspense>
            <FileDrop input={input} accept={accept} file={file} text={props.dropText} />
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
          onChange={() => {
            upload.forget();
            chosen.choose();
          }}
          aria-labelledby={props.labelledBy}
          aria-describedby={problem ? `${id}-description ${id}-error` : `${id}-description`}
          aria-invalid={problem ? true : undefined}
        />
      </div>
    </Input.Wrapper>
  );
}
