export { findGroupPage, type GroupPage, type ShownMember } from "./group-page.server.ts";
export { type GroupReceiver, listGroupReceivers, takeTurn } from "./group-receivers.server.ts";
