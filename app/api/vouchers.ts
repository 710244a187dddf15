import { z } from "zod";
import { clientAddressContext, servicesContext, settingsContext } from "../context.ts";
import { toDecimal, toTyped } from "../domain/money/minor.ts";
import { confirmVoucher } from "../domain/payment-updates/checkout.server.ts";
import {
  checkVoucher,
  findOwnRedemption,
  type Redemption,
  redeemVoucher,
} from "../domain/vouchers/redeem-voucher.server.ts";
import { codeCall, redeemCall, voucherCall } from "../domain/vouchers/voucher.schema.ts";
import { withinTries } from "../domain/vouchers/voucher-codes.server.ts";
import { lastDayOf } from "../domain/vouchers/voucher-dates.ts";
import { saveVoucherPayment, startVoucher } from "../domain/vouchers/voucher-drafts.server.ts";
import { addressKey } from "../http/address-keys.ts";
import {
  apiJson,
  apiRefusal,
  readCall,
  refuseBlocked,
  requireApiBudget,
  requireKnownCaller,
} from "../http/api.server.ts";
import { codeTrier, redeemingOf, tellLockout } from "../http/held-voucher.server.ts";
import { getI18n, getLocale } from "../http/i18n.server.ts";
import { providerUrls, starterOf } from "../http/payment-start.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { defaultSettings } from "../product-settings.ts";
import { decimal } from "./amounts.ts";
import {
  begunAgain,
  begunAnswer,
  begunPayment,
  chargeOf,
  countryCodes,
  PAYMENT_REFUSALS,
} from "./begun-payment.server.ts";
import { call, dataOf, fields } from "./call.server.ts";

const creditData = z
  .object({
    amount: decimal,
    amount_minor: z.int(),
    currency: z.string(),
    /** Creator's currency per unit of the voucher's, and the rate's date. */
    rate: z.string(),
    rate_date: z.iso.date(),
  })
  .meta({ id: "VoucherCredit" });

const checkData = z
  .object({
    status: z.enum(["valid", "redeemed", "expired", "locked", "not_valid"]),
    locked_until: z.iso.datetime().nullable(),
    voucher: z
      .object({
        amount: decimal,
        amount_minor: z.int(),
        currency: z.string(),
        message: z.string().nullable(),
        sender_name: z.string().nullable(),
        valid_until: z.iso.date(),
        credit: creditData.nullable(),
        becomes: z.enum(["available", "waiting", "pending"]).nullable(),
      })
      .meta({ id: "Voucher" })
      .nullable(),
  })
  .meta({ id: "VoucherCheck" });

export const redeemedData = z
  .object({ status: z.enum(["redeemed", "pending"]), tribute_id: z.string().nullable() })
  .meta({ id: "Redemption" });

export const voucherCalls = [
  call({
    name: "buyVoucher",
    method: "post",
    path: "/api/voucher/send",
    who: "anyone",
    described: voucherCall(() => null, defaultSettings.rules.content),
    answers: { 201: dataOf(begunPayment) },
    refusals: PAYMENT_REFUSALS,
    again: (c, payment) => begunAgain(c.env.context, payment, ""),
    async handler({ req, env: { context }, var: { keep } }) {
      const services = context.get(servicesContext);
      const { db, clock, newId, config, tokens } = services;
      const { content } = rulesOf(context);
      const schema = voucherCall(await countryCodes(context), content);
      const { words, payment, seen_charged_minor } = await readCall(
        req.raw,
        context,
        schema,
        "errors.api.invalid",
        {
          minimum: toTyped(content.voucher_minimum_minor, "EUR", "en"),
          maximum: toTyped(content.voucher_maximum_minor, "EUR", "en"),
          characters: content.message_characters_maximum,
        },
      );
      const charge = await chargeOf(context, { ...words, ...payment });
      if (charge instanceof Response) return charge;
      const address = addressKey(context.get(clientAddressContext));
      await requireApiBudget(context, "drafts", "errors.api.too_often", address);
      const id = newId();
      const locale = getLocale(context);
      await startVoucher(db, { ...words, content, id, locale, earlier: null, now: clock() });
      await saveVoucherPayment(db, id, { ...payment, locale }, clock());
      const outcome = await confirmVoucher(services, {
        voucher_id: id,
        seen_charged_minor: seen_charged_minor ?? charge,
        payment_id: newId(),
        locale,
        description: getI18n(context).t("tip:price.voucher"),
        urls: providerUrls(context, new URL(req.url).origin),
        needs_fresh_rate: config.mode === "live",
        rules: rulesOf(context),
        starter: starterOf(context, id),
      });
      if (outcome.outcome === "pay") await keep(outcome.payment_id);
      const summary = `/voucher/${tokens.sign("voucher-draft", id)}/summary`;
      return begunAnswer(req.raw, context, outcome, { summary, name: "" });
    },
  }),

  call({
    name: "checkVoucher",
    method: "post",
    path: "/api/voucher/check",
    who: "anyone",
    request: { body: fields(codeCall) },
    answers: { 200: dataOf(checkData) },
    refusals: { 401: ["unauthenticated"] },
    async handler({ req, env: { context } }) {
      const { code } = req.valid("json");
      const services = context.get(servicesContext);
      const viewer = await requireKnownCaller(req.raw, context);
      const creator_id = viewer?.role === "CREATOR" ? viewer.id : null;
      const asked = { code, creator_id, ...redeemingOf(context) };
      const trier = await codeTrier(context, viewer);
      const found = await withinTries(services, trier, () => checkVoucher(services, asked));
      const data = { status: found.outcome, locked_until: null, voucher: null };
      if (found.outcome === "locked") return apiJson({ data: { ...data, locked_until: found.until } });
      if (found.outcome !== "valid") return apiJson({ data });
      const { voucher, credit, becomes } = found;
      const { amount_minor, currency, message, sender_name } = voucher;
      const shown = {
        ...{ amount: toDecimal(amount_minor, currency), amount_minor, currency, message, sender_name },
        valid_until: lastDayOf(voucher),
        credit: credit && creditJson(credit),
        becomes,
      };
      return apiJson({ data: { ...data, voucher: shown } });
    },
  }),

  call({
    name: "redeemVoucher",
    method: "post",
    path: "/api/voucher/redeem",
    who: "creator",
    request: { body: fields(redeemCall) },
    answers: {
      200: dataOf(redeemedData),
    },
    refusals: {
      409: ["cannot_redeem", "expired", "no_rate", "not_valid", "price_changed", "redeemed"],
      429: ["blocked"],
    },
    // A pending voucher has no tip; the caller's id is stored instead.
    again: ({ var: { viewer } }, kept) =>
      kept === viewer.id ? redeemedAnswer("pending", null) : redeemedAnswer("redeemed", kept),
    async handler({ req, env: { context }, var: { viewer, keep } }) {
      const { code, seen_credit_minor: seen = null } = req.valid("json");
      const services = context.get(servicesContext);
      const given = { code, creator_id: viewer.id, ...redeemingOf(context) };
      const trier = await codeTrier(context, viewer);
      const answer = await withinTries(services, trier, async (): Promise<Redemption> => {
        const found = seen === null ? await checkVoucher(services, given) : null;
        if (found && found.outcome !== "valid") return found;
        const seen_credit_minor = seen ?? found?.credit?.amount_minor ?? 0;
        return await redeemVoucher(services, { ...given, seen_credit_minor });
      });
      const done = async (status: "redeemed" | "pending", tribute_id: string | null) => {
        await keep(tribute_id ?? viewer.id);
        return redeemedAnswer(status, tribute_id);
      };
      if (answer.outcome === "pending") return await done("pending", null);
      if (answer.outcome === "redeemed" && "tip_id" in answer) return await done("redeemed", answer.tip_id);
      if (answer.outcome === "locked") {
        tellLockout(context, answer.until);
        return refuseBlocked(context, "errors.voucher.blocked");
      }
      const own = answer.outcome === "redeemed" ? await findOwnRedemption(services, given) : null;
      if (own?.status === "PENDING") return await done("pending", null);
      if (own) return await done("redeemed", own.tip_id);
      const values = { contact: context.get(settingsContext).brand.support_email };
      const text = `errors.voucher.${answer.outcome}`;
      return apiRefusal(context, {
        status: 409,
        code: answer.outcome,
        text,
        errors: { code: [text] },
        values,
      });
    },
  }),
];

function redeemedAnswer(status: "redeemed" | "pending", tribute_id: string | null): Response {
  return apiJson({ data: { status, tribute_id } });
}

function creditJson(credit: { amount_minor: number; currency: string; rate: string; rate_date: string }) {
  const { amount_minor, currency, rate, rate_date } = credit;
  return { amount: toDecimal(amount_minor, currency), amount_minor, currency, rate, rate_date };
}
