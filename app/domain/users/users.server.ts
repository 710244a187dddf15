export {
  addTestimonial,
  type CreatorSummary,
  listFeatured,
  listNewCreators,
  listTestimonials,
  type Testimonial,
} from "./creator-lists.server.ts";
export {
  type FeaturedCreator,
  featureCreator,
  listFlagged,
  searchPublicCreators,
  unfeatureCreator,
} from "./featured.server.ts";
export { createAccount, type NewAccount } from "./new-account.server.ts";
export { findOperator, requireOperator } from "./operator.server.ts";
export { findProfile, type ProfileItem, type ProfilePicture, type PublicProfile } from "./profile.server.ts";
export {
  type ProfileFields,
  type ProfilePictureKind,
  removeProfilePicture,
  replaceProfilePicture,
  saveProfile,
  setProfilePicture,
  storeProfilePicture,
} from "./profile-edit.server.ts";
export { findReceivers, type Receiver } from "./receivers.server.ts";
export {
  type EmailNotifications,
  listSocialLinks,
  saveSettings,
  saveSocialLinks,
  setCurrency,
  setRanking,
  setSocialLinks,
} from "./settings.server.ts";
export { findStatusReason, lockStatus, setStatus } from "./status-changes.server.ts";
export { type Account, findAccount, setLocale } from "./user.server.ts";
export {
  countByStatus,
  findDeletion,
  findUserForOperator,
  type ListedUser,
  listStatusEvents,
  searchUsers,
} from "./user-search.server.ts";
export { ACCOUNT_STATUSES, type AccountStatus, canReceive, RECEIVING_STATUSES } from "./user-status.ts";
export { findRenamed, isUsernameFree } from "./usernames.server.ts";
export { hasVerifyingLink } from "./verifying-links.server.ts";
export {
  type Checklist,
  checklistOf,
  hasFullAccess,
  type Requirements,
  requirementsOf,
  type Stage,
  stageOf,
  type Viewer,
} from "./viewer.ts";
