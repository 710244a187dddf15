export {
  type Converted,
  convertAtRates,
  oldestUsableRate,
  type ReferenceRate,
  ratesOn,
  vatAndRatesOn,
} from "./rates.server.ts";
