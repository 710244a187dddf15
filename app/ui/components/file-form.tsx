import { Button, Input } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useActionData, useNavigation } from "react-router";
import { useChosenFile } from "../upload/file-field.tsx";
import { FormErrors, useErrorText } from "./form-errors.tsx";

const FileDrop = lazy(() => import("../upload/file-drop.tsx"));

/** Longer texts are shown at the field only. */
const SUMMARY_CHARACTERS = 80;

const MULTIPART = "multipart/form-data";

export function FileForm({
  id,
  action,
  accept,
  problem,
  texts,
  children,
}: {
  id: string;
  action: string;
  accept: string;
  problem: string | undefined;
  texts: Record<"title" | "label" | "help" | "drop" | "button", string>;
  children?: ReactNode;
}) {
  const { t } = useTranslation("picture");
  const textOf = useErrorText();
  const { formEncType } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const { input, file, isReady, choose, empty } = useChosenFile();
  const reply = useActionData<unknown>();
  // The error was about the previous file.
  const [changed, setChanged] = useState<unknown>(null);
  const reason = problem === undefined || changed === reply ? undefined : textOf([problem]);
  // A file that did not reach the server stays chosen.
  const isAnswered = Boolean(reply) && !problem?.startsWith("errors.");
  useEffect(() => {
    if (isAnswered && reply) form.current?.reset();
  }, [isAnswered, reply]);
  const [fieldId, isLong] = [`${id}-file`, (reason ?? "").length > SUMMARY_CHARACTERS];
  return (
    <section className="card document" id={id}>
      <h2>{texts.title}</h2>
      <FormErrors
        form={{
          ...{ id, status: "error" },
          allErrors: reason ? { file: [isLong ? t("refused") : reason] } : {},
        }}
        labels={{ file: texts.label }}
      />
      <Form ref={form} method="post" action={action} encType={MULTIPART} noValidate onReset={empty}>
        {children}
        <Input.Wrapper id={fieldId} label={texts.label} description={texts.help} error={reason}>
          <div className="dropzone">
            {isReady ? (
              <Suspense>
                <FileDrop input={input} accept={accept} file={file} text={texts.drop} />
              </Suspense>
            ) : null}
            <input
              ref={input}
              id={fieldId}
              name="file"
              type="file"
              className="file"
              accept={accept}
              onChange={() => {
                setChanged(reply);
                choose();
              }}
              aria-describedby={reason ? `${fieldId}-description ${fieldId}-error` : `${fieldId}-description`}
              aria-invalid={reason ? true : undefined}
            />
          </div>
        </Input.Wrapper>
        <Button type="submit" className="second" loading={formEncType === MULTIPART}>
          {texts.button}
        </Button>
      </Form>
    </section>
  );
}
