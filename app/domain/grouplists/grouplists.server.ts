export { deleteGroup, sharedGroups } from "./close-group.server.ts";
export {
  type EditedGroup,
  editGroup,
  findEditedGroup,
  ownsGroup,
  removeGroupAvatar,
  renewInviteCode,
  setGroupRanking,
  setInvites,
} from "./edit-group.server.ts";
export {
  approveMember,
  declineMember,
  type GroupMember,
  leaveGroup,
  listGroupMembers,
  removeMember,
} from "./group-members.server.ts";
export { findGroupPage, type GroupPage, type ShownMember } from "./group-page.server.ts";
export { listGroupReceivers, markOfReceivers } from "./group-receivers.server.ts";
export {
  acceptGroup,
  countGroupReviews,
  declineGroup,
  findGroupReview,
  listGroupReviews,
  listOpenGroups,
  listOverdueGroups,
  readGroupAvatar,
} from "./group-reviews.server.ts";
export { groupTurnover } from "./group-totals.server.ts";
export { acceptInvitation, findInvitation } from "./invitations.server.ts";
export { listNewGroups } from "./new-groups.server.ts";
export { createGroup, listOwnGroups, type OwnGroup } from "./own-groups.server.ts";
export { shareOut } from "./share-out.server.ts";
export { minimumFor, namedAmong, sharersOf } from "./sharers.ts";
