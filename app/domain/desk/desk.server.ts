/** The door of the operators' desk: the figures of the overview, and what waits for them. */
export { readPaymentDays, readRefusals } from "./desk-figures.server.ts";
export { type DeskQueue, readQueues, type WaitingQueue } from "./desk-queues.server.ts";
