export { type Approval, countApprovals, findApproval, listApprovals } from "./approval-queue.server.ts";
export { type ApprovalOutcome, approve, declineApproval } from "./decide-approval.server.ts";
