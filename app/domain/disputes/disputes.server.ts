export { applyDisputes, makeRoomForRefund, settleClaims } from "./follow-disputes.server.ts";
