import deCommon from "./de/common.ts";
import deErrors from "./de/errors.ts";
import deHome from "./de/home.ts";
import deMail from "./de/mail.ts";
import deResult from "./de/result.ts";
import deSandbox from "./de/sandbox.ts";
import deTip from "./de/tip.ts";
import enCommon from "./en/common.ts";
import enErrors from "./en/errors.ts";
import enHome from "./en/home.ts";
import enMail from "./en/mail.ts";
import enResult from "./en/result.ts";
import enSandbox from "./en/sandbox.ts";
import enTip from "./en/tip.ts";

/** All texts, by language and area. English is the type source. */
export const resources = {
  en: {
    common: enCommon,
    errors: enErrors,
    home: enHome,
    mail: enMail,
    result: enResult,
    sandbox: enSandbox,
    tip: enTip,
  },
  de: {
    common: deCommon,
    errors: deErrors,
    home: deHome,
    mail: deMail,
    result: deResult,
    sandbox: deSandbox,
    tip: deTip,
  },
} as const;

export const LOCALES = ["en", "de"] as const;
