import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Services } from "../context.ts";

export interface OpsServices extends Pick<Services, "metrics" | "readiness"> {
  config: Pick<Services["config"], "METRICS_TOKEN" | "OPS_PORT">;
}

export type OpsPage = "healthz" | "readyz" | "metrics";

interface OpsAnswer {
  status: number;
  type: string;
  text: string;
}

const PAGES: Record<OpsPage, (services: OpsServices) => Promise<OpsAnswer>> = {
  healthz: async () => ({ status: 200, type: "text/plain", text: "ok\n" }),
  readyz: async ({ readiness }) => {
    const { isReady, parts } = await readiness.check();
    return { status: isReady ? 200 : 503, type: "application/json", text: JSON.stringify(parts) };
  },
  metrics: async ({ metrics }) => ({
    status: 200,
    type: "text/plain; version=0.0.4",
    text: await metrics.text(),
  }),
};

/** On the public port; 404 with OPS_PORT. Metrics need METRICS_TOKEN as bearer. */
export async function publicOpsResponse(
  services: OpsServices,
  page: OpsPage,
  request: Request,
): Promise<Response> {
  const { OPS_PORT, METRICS_TOKEN } = services.config;
  const isHidden = page === "metrics" && !bearsToken(request.headers.get("Authorization"), METRICS_TOKEN);
  if (OPS_PORT !== undefined || isHidden) return new Response(null, { status: 404 });
  const { status, type, text } = await PAGES[page](services);
  return new Response(text, { status, headers: { "Content-Type": type, "Cache-Control": "no-store" } });
}

/** Without the framework. Metrics need a token only if METRICS_TOKEN is set. */
export function createOpsListener(services: OpsServices): RequestListener {
  const { METRICS_TOKEN } = services.config;
  return (request, response) => {
    const page = (request.url ?? "").split("?")[0]?.slice(1) ?? "";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isHidden =
      page === "metrics" &&
      METRICS_TOKEN !== undefined &&
      !bearsToken(request.headers.authorization, METRICS_TOKEN);
    if (!isOpsPage(page) || !isRead || isHidden) {
      response.writeHead(404).end();
      return;
    }
    PAGES[page](services).then(
      ({ status, type, text }) => {
        response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
        response.end(request.method === "HEAD" ? undefined : text);
      },
      // Only metrics can fail, without the database.
      () => response.writeHead(503).end(),
    );
  };
}

function isOpsPage(page: string): page is OpsPage {
  return Object.hasOwn(PAGES, page);
}

function bearsToken(authorization: string | null | undefined, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  return token !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
