import type { SubmissionResult } from "@conform-to/react";
import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { checkedErrorsContext } from "./forms.server.ts";

/** The header by which a hydrated page sends a form with a file, and shows its progress (ui/upload/use-upload.ts). */
const UPLOAD_HEADER = "Tribute-Upload";

/** The answer of a form whose file is refused: the reason, in the reader's language, at the field `file`. */
export function refuseFile(context: Readonly<RouterContextProvider>, reason: string, status = 422) {
  const error = { file: [reason] };
  context.set(checkedErrorsContext, error);
  const result: SubmissionResult<string[]> = { status: "error", error };
  return data(result, { status });
}

/**
 * Answers a form that a page sends with its progress in JSON: the errors of a refused form by field, or the location that
 * a taken one leads to, which is not rendered for it. Every other answer stays as it is.
 */
export const uploadAnswer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  if (!request.headers.has(UPLOAD_HEADER)) return response;
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  const errors = context.get(checkedErrorsContext);
  if (errors !== null) return Response.json({ errors }, { status: 422, headers });
  const location = response.headers.get("Location");
  return location === null ? response : Response.json({ location }, { headers });
};
