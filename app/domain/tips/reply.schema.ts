import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { messageText, UNSEEN } from "../typed-text.schema.ts";

const replyWords = messageText(productRules.reply.characters_maximum, "errors.reply.long");
const hasWords = (text: string | undefined) => Boolean(text?.replace(UNSEEN, ""));

export const replyForm = z
  .object({
    message: replyWords.optional(),
    ready: z.literal("1").optional().catch(undefined),
    return_to: z.string().max(2000).optional().catch(undefined),
  })
  .refine((form) => form.ready !== undefined || hasWords(form.message), {
    path: ["message"],
    message: "errors.reply.required",
  });

export const replyCall = z.object({
  message: z.string("errors.reply.required").pipe(replyWords).refine(hasWords, "errors.reply.required"),
});
