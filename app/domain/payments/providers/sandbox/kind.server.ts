import { providerKind } from "../provider-kind.ts";
import { sandboxProvider } from "./sandbox.server.ts";
import { sandboxKeys, sandboxSettings } from "./settings.ts";

/** The built-in sandbox. It moves no real money: live mode needs a setting that says this is meant. */
export const sandboxKind = providerKind({
  name: "sandbox",
  settings: sandboxSettings,

  liveProblem(settings) {
    if (!settings.ALLOW_SANDBOX_PAYMENTS)
      return "PAYMENT_PROVIDER=sandbox moves no real money; live mode needs ALLOW_SANDBOX_PAYMENTS=1";
    if (!settings.SANDBOX_API_KEY || !settings.SANDBOX_NOTICE_SECRET)
      return "the sandbox provider needs SANDBOX_API_KEY and SANDBOX_NOTICE_SECRET";
    return null;
  },

  open: (settings, { here, appSecret }) =>
    sandboxProvider({
      name: "sandbox",
      apiUrl: settings.SANDBOX_API_URL ?? `${here}/sandbox/api`,
      ...sandboxKeys(settings, appSecret),
    }),
});
