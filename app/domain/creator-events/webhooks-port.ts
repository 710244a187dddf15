import type { Selectable } from "kysely";
import type { WebhookDeliveries, WebhookEndpoints } from "../../../db/schema.ts";

interface WebhookRequest {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Without an answer `status` is null, `text` NOT_CALLED, TOO_SLOW or Node's code. */
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
  /** Never throws: a refused address is an answer. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** The subject as the API shows it now; null once gone. */
  dataOf(event: EventOfDelivery): Promise<object | null>;
  random(): number;
}
