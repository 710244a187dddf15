import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Tokens } from "../../crypto/crypto.server.ts";
import type { Locale } from "../../domain/money/minor.ts";
import type { MailContent } from "./mail-layout.tsx";

export interface Writing {
  locale: Locale;
  /** Other areas by "tip:…" and "bankCodes:…". */
  t: TFunction<["mail", "tip", "bankCodes", "grouplists"]>;
  publicUrl: string;
  issuer: readonly string[];
  /** Signed at sending: stored mails open nothing. */
  tokens: Pick<Tokens, "sign" | "code">;
}

/** Stored with the cause: a late mail still describes that moment. */
export interface Template<Params extends z.ZodType> {
  params: Params;
  sample: z.infer<Params>;
  write(params: z.infer<Params>, writing: Writing): MailContent;
}

export function mailTemplate<Params extends z.ZodType>(template: Template<Params>): Template<Params> {
  return template;
}
