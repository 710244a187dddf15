export { refreshRates } from "./ecb.server.ts";
export {
  convertAtRates,
  oldestUsableRate,
  ratesOn,
  vatAndRatesOn,
} from "./rates.server.ts";
