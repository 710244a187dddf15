import type { Webhooks } from "../../../app/domain/creator-events/webhooks-port.ts";

/** For tests that send no events: no address answers. */
export const NO_WEBHOOKS: Webhooks = {
  send: async () => ({ status: null, text: "" }),
  dataOf: async () => null,
  random: () => 0.5,
};
