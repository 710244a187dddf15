import { createServer, type RequestListener } from "node:http";
import { isIPv6 } from "node:net";
import { OperatorError } from "../../db/operator-error.ts";
import { SECURITY_HEADERS } from "../http/headers.server.ts";

const REQUEST_MS = 60_000;
const HEADERS_MS = 20_000;
const PATIENCE_MS = 5000;

class ListenError extends OperatorError {
  override name = "ListenError";
}

export interface HttpServer {
  port: number;
  /** Before this call, requests get "Tribute is starting". */
  serve(listener: RequestListener): void;
  drain(): void;
  /** Waits for running requests. Idempotent. */
  close(): Promise<void>;
}

/**
 * Binds before slow work: a taken port fails at once, early requests are answered. `settings` names variables
 * in errors. Throws ListenError.
 */
export async function openHttpServer(
  port: number,
  host: string,
  settings: { port: string; host: string } = { port: "PORT", host: "HOST" },
): Promise<HttpServer> {
  let listener = answerStarting;
  let isDraining = false;
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS },
    (request, response) => {
      // Node then adds "Connection: close".
      if (isDraining) response.shouldKeepAlive = false;
      listener(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, port, host, settings))),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  let closed: Promise<void> | undefined;
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    serve(next) {
      listener = next;
    },
    drain() {
      isDraining = true;
    },
    close() {
      closed ??= new Promise((resolve) => {
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(patience);
          resolve();
        });
      });
      return closed;
    },
  };
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, {
    ...SECURITY_HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    Refresh: "2",
    "Retry-After": "2",
  });
  response.end("Tribute is starting.\n");
};

function explain(
  error: NodeJS.ErrnoException,
  port: number,
  host: string,
  settings: { port: string; host: string },
): string {
  const other = `set ${settings.port} to another one`;
  if (error.code === "EADDRINUSE") return `Port ${port} is taken by another program; ${other}.`;
  if (error.code === "EACCES") return `Port ${port} may not be opened by this user; ${other}.`;
  const reason = error.code ?? error.message;
  return `The address ${host}:${port} cannot be used (${reason}); see ${settings.host} and ${settings.port}.`;
}

export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
