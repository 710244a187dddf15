import type { SubmissionResult } from "@conform-to/react";
import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { checkedErrorsContext } from "./forms.server.ts";

const UPLOAD_HEADER = "Tribute-Upload";

export function refuseFile(context: Readonly<RouterContextProvider>, reason: string, status = 422) {
  const error = { file: [reason] };
  context.set(checkedErrorsContext, error);
  const result: SubmissionResult<string[]> = { status: "error", error };
  return data(result, { status });
}

/** JSON for forms with progress: errors by field, or the redirect's location. */
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
