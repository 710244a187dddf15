import type { SubmissionResult } from "@conform-to/react";
import { useActionData } from "react-router";

/**
 * What was wrong with a form of this page that went to an address of its own, such as …/decline: the act kept its reply
 * for the page where the form stands (http/refused-forms.server.ts).
 */
export function useRefusal(): SubmissionResult<string[]> | undefined {
  return useActionData<SubmissionResult<string[]>>();
}
