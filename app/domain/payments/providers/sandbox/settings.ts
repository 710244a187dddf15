import { z } from "zod";

/** The sandbox's settings: the adapter's, and those of the outside party that lives here. */
export const sandboxSettings = {
  ALLOW_SANDBOX_PAYMENTS: z.stringbool().default(false),
  SANDBOX_API_URL: z.url().optional(),
  SANDBOX_API_KEY: z.string().min(16).optional(),
  SANDBOX_NOTICE_SECRET: z.string().min(16).optional(),
  SANDBOX_SETTLE_SECONDS: z.coerce.number().min(0).default(15),
};

type SandboxSettings = z.infer<z.ZodObject<typeof sandboxSettings>>;

/** What both ends of the sandbox know: given, or in a demo made of the secret. */
export function sandboxKeys(
  settings: Pick<SandboxSettings, "SANDBOX_API_KEY" | "SANDBOX_NOTICE_SECRET">,
  appSecret: string,
): { apiKey: string; noticeSecret: string } {
  return {
    apiKey: settings.SANDBOX_API_KEY ?? `demo-key-${appSecret.slice(0, 16)}`,
    noticeSecret: settings.SANDBOX_NOTICE_SECRET ?? `demo-notice-${appSecret.slice(16, 32)}`,
  };
}
