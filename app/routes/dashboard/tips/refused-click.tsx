import type { ReactElement } from "react";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import type { Refusal } from "./optimistic-tip.ts";

/** Why the server refused a form of one button: it has no field that an error could stand at. */
export function RefusedClick({
  id,
  refusal,
}: {
  id: string;
  refusal: Refusal | undefined;
}): ReactElement | null {
  const texts = Object.values(refusal?.error ?? {}).flatMap((each) => each ?? []);
  if (texts.length === 0) return null;
  return <FormErrors form={{ id, status: "error", allErrors: { "": texts } }} labels={{}} />;
}
