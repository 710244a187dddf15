import type { Selectable } from "kysely";
import type { WebhookDeliveries, WebhookEndpoints } from "../../../db/schema.ts";

interface WebhookRequest {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** `status` is null without an answer; `text` is then why: NOT_CALLED, TOO_SLOW or a code of Node's. */
export interface WebhookAnswer {
  status: number | null;
  text: string;
}

export type EventOfDelivery = Pick<
  Selectable<WebhookDeliveries>,
  "type" | "subject_id" | "about_id" | "happened_at"
> & { creator_id: string } & Pick<Selectable<WebhookEndpoints>, "format">;

/** What deliveries need of the outside. */
export interface Webhooks {
  /** Never throws: an address that may not be called is an answer, too. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** As the API shows the subject to its creator now; null once it is gone. */
  dataOf(event: EventOfDelivery): Promise<object | null>;
  /** From 0 to 1. */
  random(): number;
}
