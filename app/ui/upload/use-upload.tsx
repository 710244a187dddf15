import { Progress } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { z } from "zod";
import { formatPercent } from "../../domain/money/formats.ts";
import { isAppPath } from "../shells/app-pages.ts";
import { useTexts } from "../texts.ts";

const UPLOAD_HEADER = "Tribute-Upload";
const answerSchema = z.union([
  z.object({ location: z.string() }),
  z.object({ errors: z.record(z.string(), z.array(z.string())) }),
]);

type Answer = z.infer<typeof answerSchema> | { fault: "lost" | "unknown" };

export interface Upload {
  part: number | null;
  errors: Readonly<Record<string, string[]>> | null;
  send(event: FormEvent<HTMLFormElement>): void;
  forget(): void;
}

/**
 * Success follows the location and resets the form; errors keep it. A lost connection shows `lost` and never
 * resends.
 */
export function useUpload(lost: string): Upload {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = useRef<XMLHttpRequest | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [errors, setErrors] = useState<Upload["errors"]>(null);
  useEffect(() => () => current.current?.abort(), []);

  const finish = async (answer: Answer, form: HTMLFormElement) => {
    if ("location" in answer) {
      await goTo(answer.location, navigate);
      form.reset();
    } else if ("errors" in answer) setErrors(answer.errors);
    else setErrors({ "": [answer.fault === "lost" ? lost : t("form.gone")] });
    current.current = null;
    setPart(null);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (current.current !== null) return;
    const form = event.currentTarget;
    setErrors(null);
    setPart(0);
    current.current = post(form, setPart, (answer) => void finish(answer, form));
  };
  return { part, errors, send, forget: () => setErrors(null) };
}

function post(
  form: HTMLFormElement,
  onPart: (part: number) => void,
  onAnswer: (answer: Answer) => void,
): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader(UPLOAD_HEADER, "1");
  request.upload.addEventListener("progress", ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0));
  request.addEventListener("error", () => onAnswer({ fault: "lost" }));
  request.addEventListener("load", () => onAnswer(read(request.responseText)));
  request.send(new FormData(form));
  return request;
}

function read(text: string): Answer {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return { fault: "unknown" };
  }
}

/** The same page is reloaded; pages that are not hydrated load a document. */
async function goTo(location: string, navigate: NavigateFunction): Promise<void> {
  const { href, origin, pathname, search, hash } = new URL(location, window.location.href);
  if (origin !== window.location.origin || !isAppPath(pathname)) return window.location.assign(href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  // With a hash the same page would only scroll.
  await navigate(
    { pathname, search, hash: isHere ? "" : hash },
    { replace: isHere, preventScrollReset: isHere },
  );
}

export function UploadProgress(props: { part: number; text: string }) {
  const { locale } = useTexts();
  const percentage = Math.round(props.part * 100);
  // In quarters, to limit noise.
  const words = props.text.replace("%s", formatPercent(Math.floor(props.part * 4) * 2500, locale));
  return (
    <div className="upload-progress">
      <Progress.Root
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentage}
      >
        <Progress.Section value={percentage} color="var(--button)" withAria={false} />
      </Progress.Root>
      <span role="status">{words}</span>
    </div>
  );
}
