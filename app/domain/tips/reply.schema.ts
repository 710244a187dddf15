import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { messageText, ticked, UNSEEN } from "../typed-text.schema.ts";

const replyWords = messageText(productRules.reply.characters_maximum, "errors.reply.long");
const hasWords = (text: string | undefined) => Boolean(text?.replace(UNSEEN, ""));

const return_to = z.string().max(2000).optional().catch(undefined);

export const replyForm = z
  .object({ message: replyWords.optional(), remember: ticked, return_to })
  .refine((form) => hasWords(form.message), { path: ["message"], message: "errors.reply.required" });

export const takeBackForm = z.object({ return_to });

const required = () =>
  z.string("errors.reply.required").pipe(replyWords).refine(hasWords, "errors.reply.required");

export const replyCall = z.object({ message: required() });

export const monthlyThanksForm = z.object({ message: required() });

export const THANKED = "{name}";

/** Where the text has this fan's name, it gets the next fan's. */
export function thankYouTemplate(message: string, fanName: string | null): string {
  if (fanName === null || fanName === "") return message;
  const name = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(fanName)}(?![\\p{L}\\p{N}])`, "gu");
  return message.replace(name, THANKED);
}

export function thankYouFor(template: string, fanName: string): string {
  return template.replaceAll(THANKED, () => fanName);
}
