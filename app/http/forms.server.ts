import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { TFunction } from "i18next";
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { againAt } from "./again-at.server.ts";
import { CHECK_HEADER } from "./body.server.ts";
import { getI18n } from "./i18n.server.ts";

/** Why the form of this request is refused, by field; null where it is not. */
export const checkedErrorsContext = createContext<Record<string, string[]> | null>(null);

/** What may stand in an error's text, such as the smallest amount. */
export type ErrorValues = Record<string, string | number>;

export type ParsedForm<Value> =
  | { ok: true; value: Value; refuse(errors: Record<string, string>): FormReply }
  /** `refuse` names further errors beside those that were found; a check by the script ends with `reply`. */
  | { ok: false; reply: FormReply; isCheck: boolean; refuse(errors: Record<string, string>): FormReply };

export type FormReply = ReturnType<typeof data<SubmissionResult<string[]>>>;

/**
 * Parses a form by its one schema. What fails is answered with 422: the texts of its errors in the reader's language,
 * and what was typed (files aside). A check by the script is answered the same way and never goes further. `failure` is
 * the text that stands above all others when the form is refused: what could not be done.
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

/** The same for a schema that has to look something up, such as whether a name is free. */
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

/** Of what was posted, the form's own fields: conform gives names such as `__intent__` or `a[0].b` a meaning. */
export function ownFields(posted: FormData, schema: z.core.$ZodType): FormData {
  const fields = new FormData();
  for (const name of fieldNames(schema)) for (const value of posted.getAll(name)) fields.append(name, value);
  return fields;
}

/** The names of a form's fields, in the order of its schema. Throws for a schema that is no form's. */
export function fieldNames(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe)
    return fieldNames(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(fieldNames))];
  throw new Error("this schema has no fields with names");
}

/** What a rule without a text of its own says: of values that no page's form sends. */
const unnamed = () => "errors.api.field";

/** What was typed there is never sent back, and never kept. */
const SECRET_FIELDS = [
  "password",
  "password_confirmation",
  "current_password",
  "code",
  "passkey",
  "bank_iban",
  "tin",
];

/** Of those, what a page asks for once more, since nothing says so by itself. */
const TYPED_AGAIN: Readonly<Record<string, string>> = {
  bank_iban: "errors.payout.iban_again",
  tin: "errors.tax.tin_again",
};

/** Whether a field is of those that no answer repeats. */
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
    // Before the reply, which takes the secret fields out of what was posted.
    const errors = isCheck ? given : { ...given, ...again(submission.payload, given) };
    const result = submission.reply({ hideFields: SECRET_FIELDS });
    const until = againAt(context);
    if (failure !== null && !isCheck) errors[""] = [...new Set([failure, ...(given[""] ?? [])])];
    // In the order of the form, whichever rule found its error first; before them what is about all of it.
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

/** Fields with nothing wrong that are typed again all the same: a page that is refused shows them empty. */
function again(payload: Record<string, unknown>, given: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(TYPED_AGAIN).flatMap(([field, text]) =>
      payload[field] && !given[field] ? [[field, [text]]] : [],
    ),
  );
}

/** Answers the script's checks with the errors alone; what was no check of a form gets its answer as it is. */
export const formCheck: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const errors = request.headers.has(CHECK_HEADER) ? context.get(checkedErrorsContext) : null;
  if (errors === null) return response;
  return Response.json({ errors }, { headers: { "Cache-Control": "no-store" } });
};

/** Error keys such as "errors.amount.minimum" become texts; prescribed texts are among them (docs/product.md, 10.1). */
export function errorTexts(
  context: Readonly<RouterContextProvider>,
  values: ErrorValues,
): (key: string, more?: ErrorValues) => string {
  const t: TFunction<"errors"> = getI18n(context).getFixedT(null, "errors");
  // Schemas name their texts by plain strings, which is less than the types of the texts ask for.
  const translate = t as (key: string, values: ErrorValues) => string;
  return (key, more = {}) =>
    key.startsWith("errors.") ? translate(key.slice("errors.".length), { ...values, ...more }) : key;
}

/** A lockout's text is prescribed and names no time: when it is over is said after it. */
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
