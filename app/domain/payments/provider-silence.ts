import { productRules } from "../../product-rules.ts";
import { ProviderUnavailable } from "./provider-port.ts";

/**
 * Deals with rows that each ask their provider: when one has been silent several times in a row it is away, and the rest
 * of its rows wait for the next run. The other providers' rows do not.
 */
export function whileProviderAnswers<Row extends { provider: string }>(
  act: (row: Row) => Promise<number>,
): (row: Row) => Promise<number> {
  const silences = new Map<string, number>();
  return async (row) => {
    const before = silences.get(row.provider) ?? 0;
    if (before >= productRules.reconcile.silences_maximum) return 0;
    try {
      const done = await act(row);
      silences.delete(row.provider);
      return done;
    } catch (error) {
      silences.set(row.provider, error instanceof ProviderUnavailable ? before + 1 : 0);
      throw error;
    }
  };
}
