import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { TFunction } from "i18next";
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { retryAfterContext, servicesContext } from "../context.ts";
import { formatMomentInBerlin, formatTimeInBerlin } from "../domain/money/formats.ts";
import { CHECK_HEADER } from "./body.server.ts";
import { getI18n, getLocale } from "./i18n.server.ts";

export const checkedErrorsContext = createContext<Record<string, string[]> | null>(null);

export type ErrorValues = Record<string, string | number>;

export type ParsedForm<Value> =
  | { ok: true; value: Value; refuse(errors: Record<string, string>): FormReply }
  /** `refuse` adds errors; a check ends with `reply`. */
  | { ok: false; reply: FormReply; isCheck: boolean; refuse(errors: Record<string, string>): FormReply };

export type FormReply = ReturnType<typeof data<SubmissionResult<string[]>>>;

/**
 * A failed form is a 422 with texts and typed values, without files. A check never goes further. `failure`:
 * the summary's heading.
 */
export function parseForm<Value>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  schema: z.ZodType<Value>,
  values: ErrorValues = {},
  failure: string | null = null,
): ParsedForm<Value> {
  return answer(
    request,
    context,
    parseWithZod(ownFields(form, schema), { schema, error: unnamed }),
    values,
    failure,
  );
}

export async function parseFormLookingUp<Value>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  schema: z.ZodType<Value>,
  values: ErrorValues = {},
): Promise<ParsedForm<Value>> {
  return answer(
    request,
    context,
    await parseWithZod(ownFields(form, schema), { schema, error: unnamed, async: true }),
    values,
  );
}

/** conform interprets names such as `__intent__` or `a[0].b`. */
export function ownFields(posted: FormData, schema: z.core.$ZodType): FormData {
  const fields = new FormData();
  for (const name of fieldNames(schema)) for (const value of posted.getAll(name)) fields.append(name, value);
  return fields;
}

export function fieldNames(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe)
    return fieldNames(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(fieldNames))];
  throw new Error("this schema has no fields with names");
}

const unnamed = () => "errors.api.field";

const SECRET_FIELDS = [
  "password",
  "password_confirmation",
  "current_password",
  "code",
  "passkey",
  "bank_iban",
  "tin",
];

const TYPED_AGAIN: Readonly<Record<string, string>> = {
  bank_iban: "errors.payout.iban_again",
  tin: "errors.tax.tin_again",
};

export const isSecretField = (name: string) => SECRET_FIELDS.includes(name);

function answer<Form, Value>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  submission: Submission<Form, string[], Value>,
  values: ErrorValues,
  failure: string | null = null,
): ParsedForm<Value> {
  const translate = errorTexts(context, values);
  const isCheck = request.headers.has(CHECK_HEADER);
  const refuse = (given: Record<string, string[]>): FormReply => {
    const errors = isCheck ? given : { ...given, ...again(submission.payload, given) };
    const result = submission.reply({ hideFields: SECRET_FIELDS });
    const until = againAt(context);
    if (failure !== null && !isCheck) errors[""] = [...new Set([failure, ...(given[""] ?? [])])];
    const fields = ["", ...Object.keys(submission.payload), ...Object.keys(errors)];
    const error = Object.fromEntries(
      fields.flatMap((field) =>
        errors[field]
          ? [[field, [...new Set(errors[field].flatMap((key) => textsOf(key, translate, until)))]]]
          : [],
      ),
    );
    context.set(checkedErrorsContext, error);
    return data({ ...result, status: "error", error }, { status: 422 });
  };
  const found = submission.status === "success" ? {} : notNull(submission.error);
  const refuseAll = (errors: Record<string, string>) =>
    refuse({
      ...found,
      ...Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, [key]])),
    });
  if (submission.status !== "success" || isCheck)
    return { ok: false, reply: refuse(found), isCheck, refuse: refuseAll };
  return { ok: true, value: submission.value, refuse: refuseAll };
}

function again(payload: Record<string, unknown>, given: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(TYPED_AGAIN).flatMap(([field, text]) =>
      payload[field] && !given[field] ? [[field, [text]]] : [],
    ),
  );
}

export const formCheck: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const errors = request.headers.has(CHECK_HEADER) ? context.get(checkedErrorsContext) : null;
  if (errors === null) return response;
  return Response.json({ errors }, { headers: { "Cache-Control": "no-store" } });
};

export function errorTexts(
  context: Readonly<RouterContextProvider>,
  values: ErrorValues,
): (key: string, more?: ErrorValues) => string {
  const t: TFunction<"errors"> = getI18n(context).getFixedT(null, "errors");
  // Schemas name texts by plain strings, which the types of texts do not accept.
  const translate = t as (key: string, values: ErrorValues) => string;
  return (key, more = {}) =>
    key.startsWith("errors.") ? translate(key.slice("errors.".length), { ...values, ...more }) : key;
}

/** The prescribed text of a lockout has no time. */
function textsOf(
  key: string,
  translate: (key: string, values?: ErrorValues) => string,
  again: string | null,
) {
  const text = translate(key);
  return again !== null && /\.(blocked|too_often)$/.test(key)
    ? [text, translate("errors.again", { again })]
    : [text];
}

function notNull(errors: Record<string, string[] | null> | null | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([field, keys]) => (keys ? [[field, keys]] : [])),
  );
}

const HALF_A_DAY_SECONDS = 12 * 3600;

export function againAt(context: Readonly<RouterContextProvider>): string | null {
  const seconds = context.get(retryAfterContext);
  if (seconds === null) return null;
  const minute = 60_000;
  const at = new Date(
    Math.ceil((context.get(servicesContext).clock().getTime() + seconds * 1000) / minute) * minute,
  );
  const format = seconds > HALF_A_DAY_SECONDS ? formatMomentInBerlin : formatTimeInBerlin;
  return format(at, getLocale(context));
}

export function tickedValues(settings: object): Record<string, string> {
  const said = Object.entries(settings).map(([name, value]): [string, unknown] => [
    name,
    value === true ? "on" : value,
  ]);
  return Object.fromEntries(said.filter((each): each is [string, string] => typeof each[1] === "string"));
}
