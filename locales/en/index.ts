import type { LanguageFacts } from "../shape.ts";
import account from "./account.ts";
import admin from "./admin.ts";
import adminPayouts from "./admin-payouts.ts";
import announcements from "./announcements.ts";
import approvals from "./approvals.ts";
import auth from "./auth.ts";
import bank from "./bank.ts";
import books from "./books.ts";
import changes from "./changes.ts";
import checks from "./checks.ts";
import common from "./common.ts";
import dashboard from "./dashboard.ts";
import desk from "./desk.ts";
import drawer from "./drawer.ts";
import errors from "./errors.ts";
import home from "./home.ts";
import items from "./items.ts";
import mail from "./mail.ts";
import payouts from "./payouts.ts";
import result from "./result.ts";
import sandbox from "./sandbox.ts";
import settlements from "./settlements.ts";
import statistics from "./statistics.ts";
import suspense from "./suspense.ts";
import tip from "./tip.ts";
import traffic from "./traffic.ts";
import verification from "./verification.ts";

/** English, the source of all texts, and of what they are called. */
export default {
  name: "English",
  tag: "en-GB",
  decimalMark: ".",
  time: "{time}",
  zone: "Berlin time",
  texts: {
    account,
    admin,
    adminPayouts,
    announcements,
    approvals,
    auth,
    bank,
    books,
    changes,
    checks,
    common,
    dashboard,
    desk,
    drawer,
    statistics,
    errors,
    home,
    items,
    mail,
    payouts,
    result,
    sandbox,
    settlements,
    suspense,
    tip,
    traffic,
    verification,
  },
} satisfies LanguageFacts & { texts: object };
