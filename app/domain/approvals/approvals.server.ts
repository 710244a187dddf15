/** The door of approvals: what waits for a second operator. What needs one is the rule of operator-acts. */

export {
  type Approval,
  countApprovals,
  findApproval,
  findLastDecision,
  listApprovals,
  listDecidedApprovals,
  listWaitingAbout,
} from "./approval-queue.server.ts";
export {
  type ApprovalOutcome,
  approve,
  declineApproval,
  isMakerOf,
  listCheckers,
} from "./decide-approval.server.ts";
export { decideRate } from "./rate-leaps.server.ts";
