import { ALL_ABILITIES, type PaymentProvider } from "../../../app/domain/payments/provider-port.ts";

/**
 * A provider that keeps nothing and took every payment: what it was asked for stands in the reference that it gave, so
 * any process may ask it at any time.
 */
export function paidProvider(): PaymentProvider {
  return {
    name: "paid",
    abilities: ALL_ABILITIES,
    readSettlement: () => ({ line: null, fault: "no_rows" }),
    offers: () =>
      ["INETCASH_CC", "INETCASH_OB"].map((type) => ({
        type: type as "INETCASH_CC",
        currencies: ["EUR", "USD", "JPY"],
      })),
    redirectOrigins: () => [],
    create: async (order) => {
      const providerRef = `${order.paymentId}/${order.amountMinor}/${order.currency}`;
      return { providerRef, redirectUrl: "https://pay.example/" };
    },
    fetch: async (providerRef) => {
      const [paymentId = "", amount = "", currency = ""] = providerRef.split("/");
      const money = { amountMinor: Number(amount), currency };
      return {
        providerRef,
        paymentId,
        state: "PAID",
        ...money,
        paidAt: null,
        failureCode: null,
        refunds: [],
        disputes: [],
      };
    },
    find: () => Promise.reject(new Error("nothing is lost here")),
    cancel: () => Promise.reject(new Error("nobody cancels here")),
    refund: () => Promise.reject(new Error("nobody refunds here")),
    readEvent: (rawBody) => {
      const [paymentId = "", providerRef = ""] = new TextDecoder().decode(rawBody).split(" ");
      return { outcome: "verified", eventId: `event-${paymentId}`, kind: "paid", paymentId, providerRef };
    },
  };
}
