import { z } from "zod";

/** The sandbox's settings: the adapter's, and those of the outside party that lives here. */
export const sandboxSettings = {
  ALLOW_SANDBOX_PAYMENTS: z
    .stringbool()
    .default(false)
    .meta({ fallback: "`0`", description: "`1` lets live mode run the sandbox." }),
  SANDBOX_API_URL: z.url().optional().meta({
    fallback: "the process itself; a worker: `PUBLIC_URL`",
    description: "Where the sandbox's API is.",
  }),
  SANDBOX_API_KEY: z.string().min(16).optional().meta({
    fallback: "demo: from the secret",
    description: "16 characters or more; live mode needs it with the sandbox.",
  }),
  SANDBOX_NOTICE_SECRET: z.string().min(16).optional().meta({
    fallback: "demo: from the secret",
    description: "16 characters or more; signs the sandbox's events; live mode needs it with the sandbox.",
  }),
  SANDBOX_SETTLE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(15)
    .meta({ description: "How long pending payments of the sandbox wait." }),
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
