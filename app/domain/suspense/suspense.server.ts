export {
  askRefund,
  dropUncoveredRefund,
  finishOfSurplus,
  giveBackStray,
  importSuspenseReturns,
  listForgottenStrays,
  sendStrayRefund,
} from "./surplus-refunds.server.ts";
export {
  endSuspense,
  endSuspenseApproved,
  retryRefund,
} from "./suspense-acts.server.ts";
export {
  countSuspense,
  findShownEntry,
  listEndedSuspense,
  listExits,
  listSuspense,
  lockEntry,
  putAside,
  recordDisputed,
  type ShownEntry,
  type SurplusReason,
} from "./suspense-entries.server.ts";
