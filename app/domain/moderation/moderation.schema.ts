import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { reasonText } from "../typed-text.schema.ts";

export const declineContentForm = z.object({
  reason: reasonText(productRules.reason_characters_maximum),
});
