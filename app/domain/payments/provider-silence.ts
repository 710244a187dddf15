import { productRules } from "../../product-rules.ts";
import { ProviderUnavailable } from "./provider-port.ts";

/**
 * Deals with rows that each ask the provider: when it has been silent several times in a row it is away, and the rest
 * waits for the next run.
 */
export function whileProviderAnswers<Row>(act: (row: Row) => Promise<number>): (row: Row) => Promise<number> {
  let silences = 0;
  return async (row) => {
    if (silences >= productRules.reconcile.silences_maximum) return 0;
    try {
      const done = await act(row);
      silences = 0;
      return done;
    } catch (error) {
      silences = error instanceof ProviderUnavailable ? silences + 1 : 0;
      throw error;
    }
  };
}
