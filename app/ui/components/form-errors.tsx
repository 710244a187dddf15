import type { FormMetadata } from "@conform-to/react";
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefusal } from "../shells/refusals.tsx";
import { FOCUSED } from "../shells/refused-page.ts";
import { withLabel } from "./error-summary.tsx";

/** What an error's text names beside the rules' numbers, such as the smallest amount in the creator's currency. */
export type ErrorValues = Readonly<Record<string, string | number>>;

const AREA = "errors";

/**
 * The area of errors comes as somebody begins to type, or when one of its texts is missed: a page that arrives says none of
 * them, as the server has put its refusals into words. True once it is there.
 */
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

/**
 * The text of a field's errors. A schema names its texts by keys such as "errors.email.invalid", which the browser's own
 * check leaves as they are; the server has put its errors into words already.
 */
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
  // Three fields of one date may say the same.
  return (errors) => errors && [...new Set(errors.map(textOf))].join(" ");
}

const KEY = `${AREA}.`;
/** What is said where no answer came is there before. */
const OF_EVERY_PAGE = "common:";

/** Above a form that was refused: what is wrong with it, each line a link to its field. */
export function FormErrors({
  form,
  labels,
  values,
  failure,
}: {
  form: Pick<FormMetadata, "id" | "status" | "allErrors">;
  /** What the fields are called, by their names. */
  labels: Readonly<Record<string, string>>;
  values?: ErrorValues;
  /** What could not be done. The server's refusal has it already (parseForm), the browser's check does not. */
  failure?: string;
}): ReactElement | null {
  const { t } = useTranslation();
  const textOf = useErrorText(values);
  const lines = Object.entries(form.allErrors);
  if (failure !== undefined && form.allErrors[""] === undefined && lines.length > 0)
    lines.unshift(["", [failure]]);
  const isRefused = form.status === "error" && lines.length > 0;
  useRefusal(isRefused);
  const summary = useRef<HTMLDivElement>(null);
  // conform leads to the first field; the summary says what is wrong with all of them, and leads to each.
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
      <b>{t("form.problems")}</b>
      <ul>
        {lines.map(([field, errors]) => {
          const text = textOf(errors) ?? "";
          return (
            // What is wrong with all of the form is what the form is described by.
            <li key={field} {...(field === "" ? { id: `${form.id}-error` } : {})}>
              {field === "" ? text : <a href={`#${form.id}-${field}`}>{withLabel(labels[field], text)}</a>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A form's errors for its summary; those of fields that it does not show are about all of it. */
export function shownErrors(
  { id, status, allErrors }: Pick<FormMetadata, "id" | "status" | "allErrors">,
  labels: Readonly<Record<string, string>>,
): Pick<FormMetadata, "id" | "status" | "allErrors"> {
  const lines = Object.entries(allErrors);
  const shown = lines.filter(([field]) => field in labels);
  const ofAll = lines.filter(([field]) => !(field in labels)).flatMap(([, errors]) => errors);
  return { id, status, allErrors: { ...(ofAll.length > 0 && { "": ofAll }), ...Object.fromEntries(shown) } };
}
