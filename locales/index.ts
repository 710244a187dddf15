import deAccount from "./de/account.ts";
import deAdmin from "./de/admin.ts";
import dePayoutDesk from "./de/admin-payouts.ts";
import deAuth from "./de/auth.ts";
import deBooks from "./de/books.ts";
import deChanges from "./de/changes.ts";
import deCommon from "./de/common.ts";
import deDrawer from "./de/drawer.ts";
import deErrors from "./de/errors.ts";
import deHome from "./de/home.ts";
import deMail from "./de/mail.ts";
import dePayouts from "./de/payouts.ts";
import deResult from "./de/result.ts";
import deSandbox from "./de/sandbox.ts";
import deTip from "./de/tip.ts";
import deVerification from "./de/verification.ts";
import enAccount from "./en/account.ts";
import enAdmin from "./en/admin.ts";
import enPayoutDesk from "./en/admin-payouts.ts";
import enAuth from "./en/auth.ts";
import enBooks from "./en/books.ts";
import enChanges from "./en/changes.ts";
import enCommon from "./en/common.ts";
import enDrawer from "./en/drawer.ts";
import enErrors from "./en/errors.ts";
import enHome from "./en/home.ts";
import enMail from "./en/mail.ts";
import enPayouts from "./en/payouts.ts";
import enResult from "./en/result.ts";
import enSandbox from "./en/sandbox.ts";
import enTip from "./en/tip.ts";
import enVerification from "./en/verification.ts";

/** All texts, by language and area. English is the type source. */
export const resources = {
  en: {
    account: enAccount,
    admin: enAdmin,
    auth: enAuth,
    books: enBooks,
    changes: enChanges,
    common: enCommon,
    drawer: enDrawer,
    errors: enErrors,
    home: enHome,
    mail: enMail,
    adminPayouts: enPayoutDesk,
    payouts: enPayouts,
    result: enResult,
    sandbox: enSandbox,
    tip: enTip,
    verification: enVerification,
  },
  de: {
    account: deAccount,
    admin: deAdmin,
    auth: deAuth,
    books: deBooks,
    changes: deChanges,
    common: deCommon,
    drawer: deDrawer,
    errors: deErrors,
    home: deHome,
    mail: deMail,
    adminPayouts: dePayoutDesk,
    payouts: dePayouts,
    result: deResult,
    sandbox: deSandbox,
    tip: deTip,
    verification: deVerification,
  },
} as const;

export const LOCALES = ["en", "de"] as const;
