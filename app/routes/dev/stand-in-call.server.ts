import { readBytes } from "../../http/body.server.ts";

const CALL_BYTES_MAXIMUM = 64 * 1024;

export async function answerCall(
  standIn: { answer(request: Request): Promise<Response> } | null,
  request: Request,
): Promise<Response> {
  if (!standIn) return new Response(null, { status: 404 });
  const { url, method, headers } = request;
  const body = method === "GET" ? null : await readBytes(request, CALL_BYTES_MAXIMUM);
  return await standIn.answer(new Request(url, { method, headers, body }));
}
