export {
  addTestimonial,
  type CreatorSummary,
  listFeatured,
  listNewCreators,
  listTestimonials,
  type Testimonial,
} from "./creator-lists.server.ts";
export {
  featureCreator,
  listFlagged,
  searchPublicCreators,
  unfeatureCreator,
} from "./featured.server.ts";
export { latestNewTipId } from "./latest-new-tip.server.ts";
export { createAccount } from "./new-account.server.ts";
export { tipIsOnPage } from "./on-page.ts";
export { findOperator, requireOperator } from "./operator.server.ts";
export {
  findProfile,
  findProfileById,
  type ProfileItem,
  type PublicProfile,
  type Supporter,
} from "./profile.server.ts";
export {
  type ProfileFields,
  type ProfilePictureKind,
  removeProfilePicture,
  replaceProfilePicture,
  saveProfile,
  setProfilePicture,
  storeProfilePicture,
} from "./profile-edit.server.ts";
export {
  listSocialLinks,
  saveSettings,
  saveSocialLinks,
  setCurrency,
  setPaused,
  setRanking,
  setSocialLinks,
} from "./settings.server.ts";
export { findStatusReason, lockCreators, lockStatus, setStatus } from "./status-changes.server.ts";
export { findAccount, findOwnData, type OwnData, ownDataRows, setLocale } from "./user.server.ts";
export {
  countByStatus,
  findDeletion,
  findUserForOperator,
  listStatusEvents,
  searchUsers,
} from "./user-search.server.ts";
export { ACCOUNT_STATUSES, type AccountStatus, canReceive, RECEIVING_STATUSES } from "./user-status.ts";
export { findRenamed, findReservedName, isUsernameFree } from "./usernames.server.ts";
export { hasVerifyingLink } from "./verifying-links.server.ts";
export {
  type Checklist,
  checklistOf,
  hasFullAccess,
  type Stage,
  stageOf,
  type Viewer,
} from "./viewer.ts";
