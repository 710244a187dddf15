import pg from "pg";
import type { Logger } from "./log.server.ts";

/** Called with each notification's payload. */
type Channels = Readonly<Record<string, (payload: string) => void>>;

const RETRY_MS = 1_000;

/** On one connection. `missed`: before and after a gap that loses notifications. */
export function followNews(
  databaseUrl: string,
  { channels, missed }: { channels: Channels; missed: () => void },
  log: Logger,
): { stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: "tribute-page-news" });
    next.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
    next.on("error", () => again(next));
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`);
      client = next;
      missed();
    } catch (error) {
      log.warn({ error: String(error) }, "page news cannot be followed: trying again");
      again(next);
    }
  };
  const again = (failed: pg.Client) => {
    failed.removeAllListeners();
    failed.on("error", () => undefined);
    void failed.end().catch(() => undefined);
    client = null;
    missed();
    if (!isStopped) retry = setTimeout(() => void connect(), RETRY_MS);
  };

  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      client?.removeAllListeners();
      await client?.end();
    },
  };
}
