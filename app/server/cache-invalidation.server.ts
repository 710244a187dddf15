import pg from "pg";
import { CREATORS_TAG, profileTag } from "../http/cache-tags.ts";
import type { Logger } from "./log.server.ts";
import type { PageCache } from "./page-cache.server.ts";

const RETRY_MS = 1000;

/**
 * Drops pages by the page_news channel, whichever process caused the change. After a lost connection
 * everything is dropped.
 */
export function followPageNews(
  databaseUrl: string,
  cache: PageCache,
  log: Logger,
): { stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: "tribute-page-news" });
    next.on("notification", ({ payload }) => {
      cache.drop(profileTag(payload ?? ""));
      cache.drop(CREATORS_TAG);
    });
    next.on("error", () => again(next));
    try {
      await next.connect();
      await next.query("listen page_news");
      client = next;
      cache.dropAll();
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
    cache.dropAll();
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
