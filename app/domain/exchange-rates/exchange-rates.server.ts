export {
  convertAtRates,
  oldestUsableRate,
  ratesOn,
  vatAndRatesOn,
} from "./rates.server.ts";
