export { CORRECTION_KINDS, findCorrectionKind } from "../ledger/rules/correction-posting-rules.ts";
export {
  correct,
  correctApproved,
  reverseCorrection,
  reverseCorrectionApproved,
} from "./correct.server.ts";
export { findCorrection, listCorrectionCurrencies, listCorrections } from "./correction-queries.server.ts";
