import { text } from "node:stream/consumers";
import { type Listening, listen } from "./listening.ts";

/** Lets a handler of requests answer over real HTTP; `onCall` gets each method and path. */
export async function listenWith(
  handle: (request: Request) => Promise<Response>,
  onCall: (call: string) => void,
): Promise<Listening> {
  return await listen(async (request, response) => {
    try {
      const url = new URL(request.url ?? "/", "http://outside.invalid");
      const method = request.method ?? "GET";
      const body = await text(request);
      onCall(`${method} ${url.pathname}`);
      const headers = new Headers();
      for (const name of ["authorization", "content-type"] as const) {
        const value = request.headers[name];
        if (value) headers.set(name, value);
      }
      const answer = await handle(new Request(url, { method, headers, ...(body && { body }) }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } catch {
      response.destroy();
    }
  });
}
