import { z } from "zod";
import type { PaymentOffer } from "../../../app/domain/payments/provider-port.ts";
import { providerKind } from "../../../app/domain/payments/providers/provider-kind.ts";
import { sandboxProvider } from "../../../app/domain/payments/providers/sandbox.server.ts";

/** It takes cards in Germany alone. */
const OFFERS: readonly PaymentOffer[] = [{ type: "INETCASH_CC", currencies: ["EUR"], countries: ["DE"] }];

/** A second provider as anybody would add one: this folder, and its line in a list. It speaks as the sandbox does. */
export const secondSandboxKind = providerKind({
  name: "second",
  settings: { SECOND_API_URL: z.url(), SECOND_API_KEY: z.string(), SECOND_NOTICE_SECRET: z.string() },
  liveProblem: () => null,
  open: (settings) => {
    const provider = sandboxProvider({
      name: "second",
      apiUrl: settings.SECOND_API_URL,
      apiKey: settings.SECOND_API_KEY,
      noticeSecret: settings.SECOND_NOTICE_SECRET,
    });
    return { ...provider, offers: () => OFFERS, redirectOrigins: () => ["https://second.example"] };
  },
});
