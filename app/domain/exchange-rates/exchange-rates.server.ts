export { isRefreshDue, refreshRates } from "./ecb.server.ts";
export { euroValue } from "./euro-value.server.ts";
export { countHeldRates, decideHeldRate, findHeldLeap, listHeldRates } from "./held-rates.server.ts";
export { alarmOldRates, listRateAges } from "./rate-ages.server.ts";
export {
  convertAtRates,
  oldestUsableRate,
  type ReferenceRate,
  ratesKnownAt,
  ratesOn,
  vatAndRatesOn,
} from "./rates.server.ts";
