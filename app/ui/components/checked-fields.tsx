import {
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, type ReactNode, useState } from "react";
import { Form, useLocation } from "react-router";
import type { z } from "zod";
import { isNotSent } from "../lost-connection.ts";
import { type ErrorValues, FormErrors, shownErrors, useErrorText } from "./form-errors.tsx";

type FormSchema = z.core.$ZodType<unknown, Record<string, unknown>>;

interface CheckedForm<Schema extends FormSchema> {
  id: string;
  schema: Schema;
  lastResult: SubmissionResult<string[]> | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>>;
  values?: ErrorValues;
  onSubmit?: (event: FormEvent<HTMLFormElement>, of: { formData: FormData }) => void;
}

/** By the server's schema: on blur, then at each input. */
export function useCheckedForm<Schema extends FormSchema>({
  schema,
  lastResult,
  values,
  ...options
}: CheckedForm<Schema>) {
  const textOf = useErrorText(values);
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    ...options,
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return {
    ...{ form, fields, textOf },
    input: <Value,>(field: FieldMetadata<Value>, type: "text" | "password" | "email" = "text") => ({
      ...getInputProps(field, { type }),
      error: textOf(field.errors),
    }),
    textarea: <Value,>(field: FieldMetadata<Value>) => ({
      ...getTextareaProps(field),
      error: textOf(field.errors),
    }),
    select: <Value,>(field: FieldMetadata<Value>) => ({
      ...getSelectProps(field),
      error: textOf(field.errors),
    }),
  };
}

/** `hasHidden`: errors of hidden fields count as the form's. */
export function FieldsForm<Fields extends Record<string, unknown>>({
  form,
  labels,
  values,
  failure,
  hasHidden,
  decision,
  children,
}: {
  form: FormMetadata<Fields>;
  labels: Readonly<Record<string, string>>;
  values?: ErrorValues;
  failure?: string;
  hasHidden?: boolean;
  decision?: string;
  children: ReactNode;
}) {
  return (
    <>
      <FormErrors
        form={hasHidden ? shownErrors(form, labels) : form}
        labels={labels}
        {...(values && { values })}
        {...(failure && { failure })}
      />
      <Form method="post" className="fields" data-decision={decision} {...getFormProps(form)}>
        {children}
      </Form>
    </>
  );
}

/** A new key per answer resets the form, so secrets are not shown again. */
export function useAnswerKey({
  actionData,
  loaderData,
}: {
  actionData?: unknown;
  loaderData: unknown;
}): number {
  const visit = useLocation().key;
  const [seen, setSeen] = useState({ actionData, loaderData, visit, key: 0 });
  if (actionData === seen.actionData && loaderData === seen.loaderData && visit === seen.visit)
    return seen.key;
  // Input stays without an answer: in-page links, lost connections, revalidation.
  const isRefusal = actionData !== undefined && actionData !== seen.actionData && !isNotSent(actionData);
  const isTaken = loaderData !== seen.loaderData && visit !== seen.visit;
  const next = { actionData, loaderData, visit, key: isRefusal || isTaken ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}

/** A new key after saving resets the form. */
export function useSavedKey(isSaved: boolean, loaderData: unknown): number {
  const [seen, setSeen] = useState({ loaderData, key: 0 });
  if (loaderData === seen.loaderData) return seen.key;
  const next = { loaderData, key: isSaved ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}
