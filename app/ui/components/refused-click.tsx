import type { SubmissionResult } from "@conform-to/react";
import { FormErrors } from "./form-errors.tsx";

/** For forms of one button, which have no field for the error. */
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
