import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createEventData } from "../../../app/api/event-data.server.ts";
import { createEncryption } from "../../../app/crypto/crypto.server.ts";
import { createWebhookSender } from "../../../app/domain/creator-events/send-webhook.server.ts";
import {
  encryptWebhookSecret,
  newWebhookSecret,
} from "../../../app/domain/creator-events/sign-webhook.server.ts";
import { defaultSettings } from "../../../app/product-settings.ts";
import type { TipWorld } from "./tip-world.ts";
import { addEndpoint } from "./webhook-endpoints.ts";

export interface Arrived {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  arrived: Arrived[];
  /** As it answers from now on; 200 to begin with. Undefined leaves the caller waiting. */
  answer: (arrived: Arrived) => { status: number; text?: string } | undefined;
  /** Answers those that it left waiting. */
  letGo(): void;
  close(): Promise<void>;
}

/** A receiver of webhooks on this machine. */
export async function openReceiver(): Promise<Receiver> {
  const waiting: ServerResponse[] = [];
  const receiver: Receiver = {
    ...{ url: "", arrived: [], answer: () => ({ status: 200 }) },
    letGo: () => {
      for (const answer of waiting.splice(0)) answer.end();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (asked, answer) => {
    const arrived = await arrivedAt(asked);
    receiver.arrived.push(arrived);
    const given = receiver.answer(arrived);
    if (given) answer.writeHead(given.status).end(given.text ?? "");
    else waiting.push(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  receiver.url = `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
  return receiver;
}

async function arrivedAt(asked: IncomingMessage): Promise<Arrived> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of asked) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(asked.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: asked.url ?? "", headers, body: Buffer.concat(chunks).toString("utf8") };
}

export const WEBHOOK_ENCRYPTION = createEncryption("a secret of at least thirty-two characters");

/** What deliveries need, which may call receivers on this machine. */
export function withWebhooks<World extends TipWorld>(world: World, timeout_ms = 5000) {
  const settings = { current: () => defaultSettings };
  const dataOf = createEventData({ ...world, publicUrl: "https://tribute.example", settings });
  const mayCall = (ip: string) => ip === "127.0.0.1";
  const send = createWebhookSender({ takes_http: true, mayCall, timeout_ms });
  return { ...world, encryption: WEBHOOK_ENCRYPTION, webhooks: { send, dataOf, random: () => 0.5 } };
}

/** A creator's address at a receiver. */
export async function addReceiver(
  world: TipWorld,
  user_id: string,
  address: string,
): Promise<{ id: string; secret: string }> {
  const id = await addEndpoint(world, user_id);
  const secret = newWebhookSecret();
  await world.db
    .updateTable("webhook_endpoints")
    .set({ address, secret_encrypted: encryptWebhookSecret(WEBHOOK_ENCRYPTION, id, secret) })
    .where("id", "=", id)
    .execute();
  return { id, secret };
}
