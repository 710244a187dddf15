import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { LEGAL_PAGES } from "../../../app/domain/legal-texts/legal-texts.schema.ts";
import { records } from "../database/records.ts";
import { eventually } from "../eventually.ts";
import { API_STOPS } from "./api-stops.ts";
import { GROUP_STOPS } from "./group-stops.ts";
import {
  beginTip,
  goToProvider,
  multipart,
  payAtProvider,
  payersCookie,
  pictureOf,
  prepareTip,
  TYPED,
  type WireFan,
} from "./http-client.ts";
import { countAsMonth, makeSeries } from "./monthly-tips.ts";
import { PATTERNS, PLAIN_PAGES } from "./patterns.ts";
import { REDEEM_STOPS } from "./redeem-stops.ts";
import { SHARE_STOPS } from "./share-stops.ts";
import type { Stop } from "./stop.ts";
import { makeVouchers, VOUCHER_STOPS, type VoucherWorld } from "./voucher-stops.ts";

/** Things in every state that an address can be about. */
export interface World extends VoucherWorld {
  draft: string;
  ready: string;
  /** The same of a group. */
  groupDraft: string;
  groupReady: string;
  pictured: string;
  /** The address of its picture, as its page names it to a guest. */
  picture: string;
  waiting: string;
  paid: string;
  declined: string;
  receipt: string;
  /** A monthly tip that was paid once. */
  monthly: string;
  payPage: string;
  challengePage: string;
  mail: string;
  publicPicture: string;
  privatePicture: string;
}

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const GROUP = "gl/nachtmus";

/** Makes a world of tips and payments through the product itself. */
export async function makeWorld(fan: WireFan): Promise<World> {
  const email = `walk.${randomUUID()}@fans.example`;
  const pictured = await beginTip(fan);
  const form = multipart({ message: "" }, { field: "image", name: "a.png", type: "image/png", bytes: png });
  await fan.send("POST", `${pictured}/details`, form.body, form.headers);
  const picture = await pictureOf(fan, pictured);
  const paid = await payAtProvider(
    fan,
    await goToProvider(fan, await prepareTip(fan, { email })),
    TYPED.card,
    "SUCCESS",
  );
  const thanks = await fan.get(`/payment/success/${paid}`, payersCookie(fan));
  const challengePage = await goToProvider(fan, await prepareTip(fan));
  await fan.post(challengePage, TYPED.challengedCard);
  const db = records();
  const mails = db.selectFrom("demo_mailbox").select("id").where("recipient", "=", email);
  await eventually("the receipt is in the mailbox", async () => (await mails.execute()).length > 0);
  const pictures = db.selectFrom("media_files").select("id");
  const monthly = await makeSeries();
  await countAsMonth(monthly.id, paid);
  return {
    ...(await makeVouchers(fan)),
    draft: await beginTip(fan),
    ready: await prepareTip(fan),
    groupDraft: await beginTip(fan, GROUP),
    groupReady: await prepareTip(fan, { username: GROUP }),
    pictured,
    picture,
    // This one is not paid: it waits.
    waiting: await unpaidPayment(fan),
    paid,
    declined: await payAtProvider(
      fan,
      await goToProvider(fan, await prepareTip(fan)),
      TYPED.declinedCard,
      "FAILED",
    ),
    receipt: /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "",
    monthly: monthly.path,
    payPage: await goToProvider(fan, await prepareTip(fan)),
    challengePage,
    mail: (await mails.executeTakeFirstOrThrow()).id,
    publicPicture: (await pictures.where("key", "=", "AVATAR").executeTakeFirstOrThrow()).id,
    privatePicture: (
      await pictures.where("key", "=", "TIP_IMAGE").orderBy("created_at", "desc").executeTakeFirstOrThrow()
    ).id,
  };
}

async function unpaidPayment(fan: WireFan): Promise<string> {
  const tip = await prepareTip(fan);
  const page = await goToProvider(fan, tip);
  const row = await records()
    .selectFrom("payments")
    .select("id")
    .where("redirect_url", "=", inject("product").url + page)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Where the walk calls for each pattern. A pattern without a line here fails the walk. */
export const STOPS: Record<string, (world: World) => Stop[]> = {
  ...Object.fromEntries(
    PLAIN_PAGES.map((path) => [path, () => [{ path, status: 200, cache: "revalidated" }]]),
  ),
  ...Object.fromEntries(
    LEGAL_PAGES.map((page) => [`/${page}/:version`, () => [{ path: `/${page}/7`, status: 404 }]]),
  ),
  // These take posts alone.
  ...Object.fromEntries(
    "/locale /theme /notice /logout".split(" ").map((path) => [path, () => [{ path, status: 405 }]]),
  ),
  "/login": () => [
    { path: "/login", status: 200 },
    { path: "/login?return_to=%2Faccount", status: 200 },
    { path: "/login?return_to=https%3A%2F%2Fevil.example", status: 200 },
  ],
  "/login/code": () => [{ path: "/login/code", status: 303, kind: "nothing" }],
  "/register": () => [{ path: "/register", status: 200 }],
  "/register/confirm/:token?": () => [
    { path: "/register/confirm", status: 200 },
    { path: "/register/confirm/x", status: 200 },
    { path: `/register/confirm/${"A".repeat(43)}`, status: 200 },
  ],
  "/email/confirm/:token?": () => [
    { path: "/email/confirm", status: 200 },
    { path: `/email/confirm/${"A".repeat(43)}`, status: 200 },
  ],
  "/email/undo/:token?": () => [
    { path: "/email/undo", status: 200 },
    { path: `/email/undo/${"A".repeat(43)}`, status: 200 },
  ],
  "/email/stop/:token": () => [
    { path: `/email/stop/${"A".repeat(43)}`, status: 200 },
    { path: "/email/stop/x", status: 200 },
  ],
  "/monthly/:token": (world) => [
    { path: world.monthly, status: 200 },
    { path: "/monthly/x", status: 404 },
    { path: world.receipt.replace("/receipt", "/monthly"), status: 404 },
  ],
  "/monthly/:token/stop": (world) => [
    { path: `${world.monthly}/stop`, status: 200 },
    { path: "/monthly/x/stop", status: 404 },
  ],
  "/monthly/:token/reminders": (world) => [
    { path: `${world.monthly}/reminders`, status: 200 },
    { path: "/monthly/x/reminders", status: 200 },
  ],
  "/cancel/:token": () => [{ path: "/cancel/x", status: 404 }],
  "/withdraw/:token": () => [{ path: "/withdraw/x", status: 404 }],
  "/account/deleted/:token?": () => [{ path: "/account/deleted", status: 200 }],
  "/account/deleted/:token/:month/:currency": () => [
    { path: "/account/deleted/x/2026-11/EUR", status: 404, kind: "nothing" },
  ],
  "/password/forgot": () => [{ path: "/password/forgot", status: 200 }],
  "/password/reset/:token?": () => [
    { path: "/password/reset", status: 200 },
    { path: `/password/reset/${"A".repeat(43)}`, status: 200 },
  ],
  "/register/operator/:token?": () => [
    { path: "/register/operator", status: 200, cache: "never" },
    { path: `/register/operator/${"A".repeat(43)}`, status: 200, cache: "never" },
  ],
  ...API_STOPS,
  "/media/icon.svg": () => [{ path: "/media/icon.svg", status: 200, kind: "picture", cache: "daily" }],
  // The demo's brand has none (brand.test.ts).
  "/media/brand/:file": () => [
    { path: `/media/brand/${"0".repeat(32)}.png`, status: 404, kind: "nothing" },
    { path: "/media/brand/x.svg", status: 404, kind: "nothing" },
  ],
  "/media/:id/:file": (world) => [
    { path: `/media/${world.publicPicture}/s.webp`, status: 200, kind: "picture", cache: "immutable" },
    { path: `/media/${world.publicPicture}/s.jpg`, status: 200, kind: "picture", cache: "immutable" },
    { path: `/media/${world.publicPicture}/x.webp`, status: 404, kind: "nothing" },
    { path: `/media/${world.publicPicture}/s.png`, status: 404, kind: "nothing" },
    { path: `/media/${world.privatePicture}/s.webp`, status: 404, kind: "nothing" },
    { path: `/media/${randomUUID()}/s.webp`, status: 404, kind: "nothing" },
    { path: "/media/%2e%2e/s.webp", status: 404, kind: "nothing" },
  ],
  "/prefetch.rules": () => [{ path: "/prefetch.rules", status: 200, kind: "text", cache: "daily" }],
  "/.well-known/security.txt": () => [{ path: "/.well-known/security.txt", status: 200, kind: "text" }],
  "/healthz": () => [{ path: "/healthz", status: 200, kind: "text" }],
  "/readyz": () => [{ path: "/readyz", status: 200, kind: "json" }],
  "/metrics": () => [{ path: "/metrics", status: 404, kind: "nothing" }],
  "/dev/mail/:id?": (world) => [
    { path: "/dev/mail", status: 200 },
    { path: `/dev/mail/${world.mail}`, status: 200 },
    { path: `/dev/mail/${randomUUID()}`, status: 404 },
    { path: "/dev/mail/x", status: 404 },
  ],
  "/dev/mail/:id/html": (world) => [
    { path: `/dev/mail/${world.mail}/html`, status: 200, kind: "text" },
    { path: `/dev/mail/${randomUUID()}/html`, status: 404, kind: "nothing" },
    { path: "/dev/mail/x/html", status: 404, kind: "nothing" },
  ],
  "/dev/mail/templates": () => [{ path: "/dev/mail/templates", status: 200 }],
  "/dev/mail/templates/:template/:locale/:part": () => [
    { path: "/dev/mail/templates/receipt/de/html", status: 200, kind: "text" },
    { path: "/dev/mail/templates/receipt/en/plain", status: 200, kind: "text" },
    { path: "/dev/mail/templates/receipt/fr/html", status: 404, kind: "nothing" },
    { path: "/dev/mail/templates/nothing/en/html", status: 404, kind: "nothing" },
  ],
  "/dev/networks": () => [{ path: "/dev/networks", status: 200 }],
  "/dev/x/oauth/authorize": () => [{ path: "/dev/x/oauth/authorize?oauth_token=x", status: 404 }],
  "/dev/x/api/*": () => [{ path: "/dev/x/api/2/tweets", status: 401, kind: "json" }],
  "/dev/discord/oauth2/authorize": () => [{ path: "/dev/discord/oauth2/authorize?client_id=1", status: 404 }],
  "/dev/discord/api/*": () => [{ path: "/dev/discord/api/v10/webhooks/1/x", status: 401, kind: "json" }],
  "/payment/success/:payment?": (world) => [
    { path: `/payment/success/${world.paid}`, status: 200 },
    { path: `/payment/success/${world.waiting}`, status: 200 },
    { path: `/payment/success/${world.declined}`, status: 303, kind: "nothing" },
    { path: `/payment/success/${randomUUID()}`, status: 404 },
    { path: "/payment/success/1", status: 404 },
    { path: "/payment/success", status: 200 },
  ],
  "/payment/failed": (world) => [
    { path: "/payment/failed", status: 200 },
    { path: `/payment/failed?payment=${world.declined}`, status: 200 },
    { path: `/payment/failed?payment=${world.waiting}`, status: 200 },
    { path: `/payment/failed?payment=${randomUUID()}`, status: 200 },
    { path: `/payment/failed?payment=${world.paid}`, status: 303, kind: "nothing" },
  ],
  ...GROUP_STOPS,
  ...REDEEM_STOPS,
  ...VOUCHER_STOPS,
  "/report/:token": () => [
    { path: "/report/x", status: 404 },
    { path: `/report/${"A".repeat(43)}`, status: 404 },
  ],
  "/receipt/:token": (world) => [
    { path: world.receipt, status: 200 },
    { path: `${world.receipt.slice(0, -1)}~`, status: 404 },
    { path: `/receipt/${tokenOf(world.draft)}`, status: 404 },
  ],
  "/receipt/:token/pdf": (world) => [
    { path: `${world.receipt}/pdf`, status: 200, kind: "pdf" },
    { path: `${world.receipt.slice(0, -1)}~/pdf`, status: 404, kind: "nothing" },
    { path: `/receipt/${tokenOf(world.draft)}/pdf`, status: 404, kind: "nothing" },
  ],
  "/receipt/:token/credit-notes/:refund": (world) => [
    { path: `${world.receipt}/credit-notes/none`, status: 404, kind: "nothing" },
    { path: `/receipt/${tokenOf(world.draft)}/credit-notes/none`, status: 404, kind: "nothing" },
  ],
  "/receipt/:token/credit-notes/:refund/cancellation": (world) => [
    { path: `${world.receipt}/credit-notes/none/cancellation`, status: 404, kind: "nothing" },
  ],
  // Its server calls it by posts alone; who opens it is refused.
  "/webhooks/discord": () => [{ path: "/webhooks/discord", status: 400, kind: "json" }],
  "/webhooks/:provider": () => [
    { path: "/webhooks/sandbox", status: 400, kind: "json" },
    { path: "/webhooks/nobody", status: 400, kind: "json" },
  ],
  "/webhooks/:provider/:secret": () => [
    { path: "/webhooks/sandbox/nonsense", status: 404 },
    { path: "/webhooks/inetcash/nonsense?art=request&shopid=x", status: 404 },
  ],
  "/sandbox/api/payments": () => [{ path: "/sandbox/api/payments", status: 401, kind: "json" }],
  "/sandbox/api/payments/:ref": () => [{ path: "/sandbox/api/payments/x", status: 401, kind: "json" }],
  "/sandbox/api/payments/:ref/cancellation": () => [
    { path: "/sandbox/api/payments/x/cancellation", status: 400, kind: "json" },
  ],
  "/sandbox/api/payments/:ref/refunds": () => [
    { path: "/sandbox/api/payments/x/refunds", status: 400, kind: "json" },
  ],
  "/sandbox/api/accounts/*": () => [{ path: "/sandbox/api/accounts/x", status: 401, kind: "json" }],
  "/sandbox/api/methods/*": () => [{ path: "/sandbox/api/methods/x", status: 401, kind: "json" }],
  "/sandbox/set-up/:token": () => [{ path: "/sandbox/set-up/x", status: 404 }],
  "/sandbox/connect/:token": () => [{ path: "/sandbox/connect/x", status: 404 }],
  "/sandbox/pay/:token": (world) => [
    { path: world.payPage, status: 200, cache: "never" },
    { path: `${world.payPage}?use=success`, status: 200, cache: "never" },
    { path: `${world.payPage}?use=nonsense`, status: 200, cache: "never" },
    { path: "/sandbox/pay/x", status: 404 },
  ],
  "/sandbox/pay/:token/challenge": (world) => [
    { path: `${world.challengePage}/challenge`, status: 200, cache: "never" },
    { path: `${world.payPage}/challenge`, status: 303, kind: "nothing" },
    { path: "/sandbox/pay/x/challenge", status: 404 },
  ],
  "/:profile": (world) => [
    { path: "/joerdis", status: 200, cache: "revalidated" },
    { path: "/JOERDIS", status: 200, cache: "revalidated" },
    { path: "/maximiliane.von.buelow", status: 200, cache: "revalidated" },
    { path: "/wren.field", status: 200, cache: "revalidated" },
    { path: "/knisterkeller", status: 200, cache: "revalidated" },
    { path: `/joerdis?tip=${tokenOf(world.draft)}`, status: 200 },
    { path: "/joerdis?tip=x", status: 200 },
    { path: "/nobody.of.that.name", status: 404 },
    { path: "/%00", status: 404 },
    { path: "/joerdis%00", status: 404 },
    { path: "/%E0%A4%A", status: 404 },
    { path: `/${"a".repeat(3000)}`, status: 404 },
    { path: "/<script>alert(1)</script>", status: 404 },
  ],
  ...SHARE_STOPS,
  "/:profile/:amount": () => [
    { path: "/joerdis/12.50", status: 200, cache: "revalidated" },
    { path: "/joerdis/12,50", status: 200, cache: "revalidated" },
    { path: "/joerdis/900", status: 200, cache: "revalidated" },
    { path: "/wren.field/25", status: 200, cache: "revalidated" },
    { path: "/joerdis/abc", status: 404 },
    { path: "/joerdis/0", status: 404 },
    { path: "/joerdis/1e3", status: 404 },
    { path: "/nobody.of.that.name/5", status: 404 },
  ],
  "/:profile/tip/:token/details": (world) => [
    { path: `${world.draft}/details`, status: 200 },
    { path: `${world.pictured}/details`, status: 200 },
    ...foreign(world.draft, "details"),
  ],
  "/:profile/tip/:token/image": (world) => [
    { path: world.picture, status: 200, kind: "picture" },
    { path: `${world.pictured}/image`, status: 404, kind: "nothing" },
    { path: `${world.draft}/image`, status: 404, kind: "nothing" },
    { path: "/joerdis/tip/x/image", status: 404, kind: "nothing" },
  ],
  "/:profile/tip/:token/payment": (world) => [
    { path: `${world.draft}/payment`, status: 200 },
    { path: `${world.ready}/payment`, status: 200 },
    ...foreign(world.draft, "payment"),
  ],
  "/:profile/tip/:token/summary": (world) => [
    { path: `${world.ready}/summary`, status: 200 },
    { path: `${world.draft}/summary`, status: 303, kind: "nothing" },
    ...foreign(world.ready, "summary"),
  ],
  "/*": () =>
    ["/joerdis/5/6", "/assets/nothing.js", "/.env", "/../../etc/passwd"].map((path) => ({
      path,
      status: 404,
    })),
};

for (const { pattern, file, guards } of PATTERNS) {
  // A guest is sent to sign in, whatever stands behind the guard.
  if (guards.includes("signed-in")) {
    const path = pattern.replace(/:\w+\??/g, "x").replace("*", "deep/inside");
    STOPS[pattern] = () => [{ path, status: 303, kind: "nothing" }];
    continue;
  }
  // Calls that take posts alone.
  if (file.startsWith("api/") && !STOPS[pattern]) {
    STOPS[pattern] = () => [{ path: pattern, status: 405, kind: "json" }];
  }
}

/** The token in the address of a tip's steps. */
export function tokenOf(tip: string): string {
  return tip.split("/").at(-1) ?? "";
}

/** Another user's token, a changed one, and one made for another purpose, are addresses that do not exist. */
function foreign(tip: string, step: string): Stop[] {
  const token = tokenOf(tip);
  const changed = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  return [
    { path: `/wren.field/tip/${token}/${step}`, status: 404 },
    { path: `/joerdis/tip/${changed}/${step}`, status: 404 },
    { path: `/joerdis/tip/x/${step}`, status: 404 },
    { path: `/joerdis/tip/${"A".repeat(43)}/${step}`, status: 404 },
  ];
}
