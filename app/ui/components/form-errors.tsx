import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefusal } from "../shells/refusals.tsx";
import { FOCUSED } from "../shells/refused-page.ts";
import { withLabel } from "./error-summary.tsx";

export type ErrorValues = Readonly<Record<string, string | number>>;

const AREA = "errors";

/** Error texts load with the first input or a missing text. */
function useErrorArea(isMissed: { current: boolean }): boolean {
  const { i18n } = useTranslation();
  const [isLoaded, setLoaded] = useState(() => i18n.hasLoadedNamespace(AREA));
  const load = useEffectEvent(async () => {
    await i18n.loadNamespaces(AREA);
    setLoaded(true);
  });
  useEffect(() => {
    if (isMissed.current && !isLoaded) void load();
  });
  useEffect(() => {
    if (isLoaded) return;
    const begin = () => void load();
    addEventListener("input", begin, { once: true });
    return () => removeEventListener("input", begin);
  }, [isLoaded]);
  return isLoaded;
}

/** Browser checks give keys such as "errors.email.invalid", the server texts. */
export function useErrorText(values: ErrorValues = {}): (errors: string[] | undefined) => string | undefined {
  const { t } = useTranslation();
  const isMissed = useRef(false);
  const isLoaded = useErrorArea(isMissed);
  // Keys in data are plain strings, and the texts' types know each key.
  const say = t as (key: string, values: ErrorValues) => string;
  const textOf = (text: string) => {
    if (text.startsWith(OF_EVERY_PAGE)) return say(text, values);
    if (!text.startsWith(KEY)) return text;
    if (isLoaded) return say(`${AREA}:${text.slice(KEY.length)}`, values);
    isMissed.current = true;
    return "";
  };
  // The three fields of a date may share an error.
  return (errors) => errors && [...new Set(errors.map(textOf))].join(" ");
}

const KEY = `${AREA}.`;
/** Texts of lost connections come with the page. */
const OF_EVERY_PAGE = "common:";

export function FormErrors({
  form,
  labels,
  values,
  failure,
}: {
  form: Pick<FormMetadata, "id" | "status" | "allErrors">;
  labels: Readonly<Record<string, string>>;
  values?: ErrorValues;
  /** Already part of the server's reply (parseForm). */
  failure?: string;
}) {
  const { t } = useTranslation();
  const textOf = useErrorText(values);
  const lines = Object.entries(form.allErrors);
  if (failure !== undefined && form.allErrors[""] === undefined && lines.length > 0)
    lines.unshift(["", [failure]]);
  const isRefused = form.status === "error" && lines.length > 0;
  useRefusal(isRefused);
  const summary = useRef<HTMLDivElement>(null);
  // Instead of conform's focus on the first field.
  useEffect(() => {
    if (isRefused) summary.current?.focus();
  }, [isRefused]);
  if (!isRefused) return null;
  return (
    <div
      className="summary"
      role="alert"
      ref={summary}
      {...FOCUSED}
      id={`${form.id}-summary`}
      data-summary=""
    >
      {lines.some(([, texts]) => texts?.[0]?.startsWith(OF_EVERY_PAGE)) ? null : <b>{t("form.problems")}</b>}
      <ul>
        {lines.map(([field, errors]) => {
          const text = textOf(errors) ?? "";
          return (
            // Form-level errors describe the form.
            <li key={field} {...(field === "" ? { id: `${form.id}-error` } : {})}>
              {field === "" ? text : <a href={`#${form.id}-${field}`}>{withLabel(labels[field], text)}</a>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Errors of hidden fields count as form-level. */
export function shownErrors(
  { id, status, allErrors }: Pick<FormMetadata, "id" | "status" | "allErrors">,
  labels: Readonly<Record<string, string>>,
): Pick<FormMetadata, "id" | "status" | "allErrors"> {
  const lines = Object.entries(allErrors);
  const shown = lines.filter(([field]) => field in labels);
  const ofAll = lines.filter(([field]) => !(field in labels)).flatMap(([, errors]) => errors);
  return { id, status, allErrors: { ...(ofAll.length > 0 && { "": ofAll }), ...Object.fromEntries(shown) } };
}

export function OptionalLabel({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className="optional">({t("form.optional")})</span>
    </>
  );
}

/** One-button forms have no field for the error. */
export function RefusedClick({
  id,
  refusal,
}: {
  id: string;
  refusal: SubmissionResult<string[]> | null | undefined;
}) {
  const texts = Object.values(refusal?.error ?? {}).flatMap((each) => each ?? []);
  if (texts.length === 0) return null;
  return <FormErrors form={{ id, status: "error", allErrors: { "": texts } }} labels={{}} />;
}
