import { createRequestListener } from "@remix-run/node-fetch-server";
import { listen } from "./listening.ts";

/** A notice as it came: what an adapter verifies. */
export interface SentNotice {
  body: Uint8Array;
  headers: Headers;
  /** When it came. */
  at: Date;
}

/** A merchant's end of the line that takes every notice and keeps it as it came. */
export interface NoticeInbox {
  url: string;
  readonly notices: readonly SentNotice[];
  close(): Promise<void>;
}

/** Opens an inbox for a provider's notices, over real HTTP. */
export async function openNoticeInbox(now: () => Date): Promise<NoticeInbox> {
  const notices: SentNotice[] = [];
  const server = await listen(
    createRequestListener(async (request) => {
      notices.push({
        body: new Uint8Array(await request.arrayBuffer()),
        headers: request.headers,
        at: now(),
      });
      return new Response(null, { status: 204 });
    }),
  );
  return { url: `${server.origin}/webhooks/provider`, notices, close: server.close };
}
