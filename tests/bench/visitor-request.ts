import { type Agent, request } from "node:http";

/** One answer of the product, as far as a visitor without script looks at it. */
export interface Seen {
  status: number;
  location: string | undefined;
  text: string;
}

interface VisitorRequest {
  agent: Agent;
  method: "GET" | "POST";
  /** The visitor's address, named by `X-Forwarded-For`: the product has to trust this machine. */
  from: string;
  form?: URLSearchParams | string | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** No whole answer came. */
export class BrokenRequest extends Error {
  override name = "BrokenRequest";
  readonly code: string;
  /** On a connection that had carried another request before, which the server may close whenever it waits. */
  readonly isReused: boolean;

  constructor(error: NodeJS.ErrnoException, isReused: boolean) {
    super(error.message);
    this.code = error.code ?? error.message;
    this.isReused = isReused;
  }
}

/** Sends one request and reads its answer to the end. Throws BrokenRequest. */
export function requestAsVisitor(
  url: string,
  { agent, method, from, form, headers = {}, signal }: VisitorRequest,
): Promise<Seen> {
  const body = form?.toString() ?? "";
  const ofForm = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent,
        ...(signal && { signal }),
        headers: { "X-Forwarded-For": from, ...(method === "POST" && ofForm), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", fail);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    const fail = (error: Error) => reject(new BrokenRequest(error, sent.reusedSocket));
    sent.once("error", fail);
    sent.end(body);
  });
}
