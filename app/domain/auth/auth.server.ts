export { openApiSession, refreshApiTokens } from "./api-tokens.server.ts";
export { type Asker, lockAsker, StaleAsker } from "./asker.server.ts";
export { browserName } from "./browser-name.ts";
export {
  deleteAccount,
  findEmailUndoEnd,
  findMoneyLeft,
  requestDeletion,
  type SharedGroups,
} from "./deletion.server.ts";
export { listDeletionBlocks } from "./deletion-blocks.server.ts";
export { confirmEmailChange, requestEmailChange } from "./email-change.server.ts";
export { findEmailUndo, undoEmailChange } from "./email-undo.server.ts";
export { hasFreshCode, noteFreshCode } from "./fresh-code.server.ts";
export {
  findKnownDevice,
  findKnownPlace,
  rememberDevice,
  rememberNetwork,
} from "./known-devices.server.ts";
export { findMailedToken } from "./mailed-tokens.server.ts";
export { tellOfNewPlace } from "./new-place.server.ts";
export {
  createOperator,
  DECLINED_TOO_OFTEN,
  endSessionsOf,
  lockAccount,
  lockByOperator,
  resetSecondFactor,
  unlockAccount,
} from "./operators.server.ts";
export type { ChallengeUse } from "./passkey-challenges.server.ts";
export { askForPasskey, checkPasskey } from "./passkey-use.server.ts";
export { addPasskey, listPasskeys, offerPasskey, removePasskey } from "./passkeys.server.ts";
export {
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from "./password-change.server.ts";
export { findPasswordFault, findPasswordFaultOf } from "./password-faults.server.ts";
export { hashPassword } from "./passwords.server.ts";
export {
  findPendingRegistration,
  forgetRegistration,
  keepRegistration,
  type PendingRegistration,
} from "./pending-registration.server.ts";
export { findPollingApiUser, findPollingUser } from "./polling-users.server.ts";
export { noteWriter } from "./recent-writers.server.ts";
export {
  completeProfile,
  confirmRegistration,
  decideTerms,
  type Resent,
  register,
  resendRegistrationMail,
} from "./registration.server.ts";
export {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  currentCode,
  type FactorSetup,
  findSecondFactor,
  findSetup,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  revealSecret,
} from "./second-factor.server.ts";
export {
  endSession,
  endSessionOfToken,
  endSessions,
  findApiViewer,
  findUserForSession,
  findViewer,
  listSessions,
  type NewSession,
  openSession,
  type Presence,
  StalePassword,
} from "./sessions.server.ts";
export {
  beginSecondStep,
  checkOwnPassword,
  checkPassword,
  endSecondStep,
  findSecondStep,
  type PasswordCheck,
} from "./sign-in.server.ts";
export { tellOfLink } from "./tell-of-link.server.ts";
