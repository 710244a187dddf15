import type { DemoMessage } from "./message-type.ts";
import { messagesDeA } from "./messages-de-a.ts";
import { messagesDeB } from "./messages-de-b.ts";
import { messagesEnA } from "./messages-en-a.ts";
import { messagesEnB } from "./messages-en-b.ts";

export type { DemoMessage } from "./message-type.ts";

export const demoMessages: readonly DemoMessage[] = [
  ...messagesEnA,
  ...messagesEnB,
  ...messagesDeA,
  ...messagesDeB,
];
