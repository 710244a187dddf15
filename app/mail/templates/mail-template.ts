import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Tokens } from "../../crypto/crypto.server.ts";
import type { Locale } from "../../domain/money/minor.ts";
import type { MailContent } from "./mail-layout.tsx";

/** For whom a mail is written, and what its links are made of. */
export interface Writing {
  locale: Locale;
  /** The mails' texts; those of the tip and of the banks' codes are reached by "tip:…" and "bankCodes:…". */
  t: TFunction<["mail", "tip", "bankCodes", "grouplists"]>;
  publicUrl: string;
  /** Our own name, address and VAT id, line by line. */
  issuer: readonly string[];
  /** Links get their tokens here and nowhere before: what is kept of a mail opens nothing. */
  tokens: Pick<Tokens, "sign" | "code">;
}

/**
 * A mail: all that it says, taken down with its cause, so that a mail that goes out late still tells what happened then;
 * made-up content for looking at it; and how it is written.
 */
export interface Template<Params extends z.ZodType> {
  params: Params;
  sample: z.infer<Params>;
  write(params: z.infer<Params>, writing: Writing): MailContent;
}

export function mailTemplate<Params extends z.ZodType>(template: Template<Params>): Template<Params> {
  return template;
}
