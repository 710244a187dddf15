import type { Texts } from "../shape.ts";
import account from "./account.ts";
import admin from "./admin.ts";
import adminMonthly from "./admin-monthly.ts";
import adminPayouts from "./admin-payouts.ts";
import adminVouchers from "./admin-vouchers.ts";
import announcements from "./announcements.ts";
import api from "./api.ts";
import apiKeys from "./api-keys.ts";
import approvals from "./approvals.ts";
import auth from "./auth.ts";
import bank from "./bank.ts";
import bankCodes from "./bank-codes.ts";
import books from "./books.ts";
import byHand from "./by-hand.ts";
import changes from "./changes.ts";
import chatBot from "./chat-bot.ts";
import checks from "./checks.ts";
import common from "./common.ts";
import connected from "./connected.ts";
import contracts from "./contracts.ts";
import corrections from "./corrections.ts";
import creatorPages from "./creator-pages.ts";
import dashboard from "./dashboard.ts";
import desk from "./desk.ts";
import direct from "./direct.ts";
import drawer from "./drawer.ts";
import errors from "./errors.ts";
import exceptions from "./exceptions.ts";
import faq from "./faq.ts";
import grouplists from "./grouplists.ts";
import home from "./home.ts";
import items from "./items.ts";
import leaderboard from "./leaderboard.ts";
import legal from "./legal.ts";
import mail from "./mail.ts";
import mailbox from "./mailbox.ts";
import microblog from "./microblog.ts";
import monthly from "./monthly.ts";
import operators from "./operators.ts";
import overlay from "./overlay.ts";
import overview from "./overview.ts";
import payouts from "./payouts.ts";
import picture from "./picture.ts";
import queues from "./queues.ts";
import redeem from "./redeem.ts";
import report from "./report.ts";
import result from "./result.ts";
import sandbox from "./sandbox.ts";
import settings from "./settings.ts";
import settlements from "./settlements.ts";
import share from "./share.ts";
import standIns from "./stand-ins.ts";
import statistics from "./statistics.ts";
import support from "./support.ts";
import suspense from "./suspense.ts";
import tax from "./tax.ts";
import tip from "./tip.ts";
import traffic from "./traffic.ts";
import verification from "./verification.ts";
import vouchers from "./vouchers.ts";
import webhooks from "./webhooks.ts";

/** The German texts, by area. */
export default {
  account,
  admin,
  adminPayouts,
  adminMonthly,
  adminVouchers,
  announcements,
  api,
  apiKeys,
  approvals,
  auth,
  bank,
  bankCodes,
  books,
  byHand,
  changes,
  connected,
  contracts,
  corrections,
  creatorPages,
  chatBot,
  checks,
  common,
  dashboard,
  desk,
  direct,
  drawer,
  share,
  standIns,
  statistics,
  errors,
  exceptions,
  faq,
  grouplists,
  home,
  items,
  leaderboard,
  legal,
  mail,
  mailbox,
  microblog,
  monthly,
  operators,
  overlay,
  overview,
  payouts,
  picture,
  queues,
  redeem,
  report,
  result,
  sandbox,
  settings,
  settlements,
  support,
  suspense,
  tax,
  tip,
  traffic,
  verification,
  vouchers,
  webhooks,
} satisfies Texts;
