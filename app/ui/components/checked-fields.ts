import {
  type DefaultValue,
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { FormEvent } from "react";
import type { z } from "zod";
import { type ErrorValues, useErrorText } from "./form-errors.tsx";

type FormSchema = z.core.$ZodType<unknown, Record<string, unknown>>;

interface CheckedForm<Schema extends FormSchema> {
  id: string;
  schema: Schema;
  lastResult: SubmissionResult<string[]> | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>>;
  values?: ErrorValues;
  onSubmit?: (event: FormEvent<HTMLFormElement>, of: { formData: FormData }) => void;
}

/**
 * A form that the browser checks by the server's schema: a field on blur, then at each input. The functions give
 * the properties of Mantine's inputs, with the field's error.
 */
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
    input: <Value>(field: FieldMetadata<Value>, type: "text" | "password" | "email" = "text") => ({
      ...getInputProps(field, { type }),
      error: textOf(field.errors),
    }),
    textarea: <Value>(field: FieldMetadata<Value>) => ({
      ...getTextareaProps(field),
      error: textOf(field.errors),
    }),
    select: <Value>(field: FieldMetadata<Value>) => ({
      ...getSelectProps(field),
      error: textOf(field.errors),
    }),
  };
}
