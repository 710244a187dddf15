import { z } from "zod";
import { productRules } from "../../../../product-rules.ts";
import { parseOutsideJson } from "../../../outside-json/outside-json.server.ts";
import {
  DuplicatePost,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  PinRefused,
  PostRefused,
} from "../../network-port.ts";
import { addressAt, type NetworkAnswer } from "../call-once.server.ts";
import { callX, KEYS_REFUSED, throwRefusal, X_BASE, type XAccess } from "./calls.server.ts";
import { hasAddress, weightedLength } from "./length.ts";

const MAX_CHARACTERS = 280;
/** X's prices of 2026 in thousandths of a US dollar: a post, one with an address, and five posts that are read. */
const PRICES = { post: 15, post_with_address: 200, look_up: 25 };

/** Of what X tells us nothing longer is kept. */
const secret = z.string().min(1).max(500);
const secretToken = z.object({ token: secret, tokenSecret: secret });
const posted = z.object({ data: z.object({ id: z.string().regex(/^\d{1,30}$/) }) });
const ownPost = z.object({
  id: z.string(),
  text: z.string(),
  entities: z
    .object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string() })).optional() })
    .optional(),
});
const ownPosts = z.object({ data: z.array(ownPost).optional() });

/** X by OAuth 1.0a with a PIN: its own library can be pointed at nothing but X itself, so these are our own calls. */
export function xNetwork(access: XAccess & { monthlyBudgetMills: number }): Network {
  const { monthlyBudgetMills, clock } = access;
  return {
    name: "x",
    label: "X",
    voice: "creator",
    postsADay: productRules.microblog.posts_a_day,
    maxCharacters: MAX_CHARACTERS,
    count: weightedLength,
    costMills: (text) => (hasAddress(text) ? PRICES.post_with_address : PRICES.post),
    lookUpMills: PRICES.look_up,
    monthlyBudgetMills,

    async begin() {
      const oauth = { oauth_callback: "oob" };
      const answer = await callX(access, { method: "POST", path: "/oauth/request_token", oauth });
      if (answer.status === 401 || answer.status === 403)
        throw new NetworkPaused("KEYS", KEYS_REFUSED, new Date(clock().getTime() + 3_600_000));
      const token = readTokens(answer);
      const url = addressAt(access.pages ?? access.base ?? X_BASE, "/oauth/authorize");
      url.searchParams.set("oauth_token", token.token);
      return { authorizeUrl: url.href, pending: JSON.stringify(token) };
    },

    async complete(pending, pin) {
      const keys = readSecret(pending);
      const oauth = { oauth_verifier: pin };
      const answer = await callX(access, { method: "POST", path: "/oauth/access_token", oauth, keys });
      if (answer.status === 401 || answer.status === 403 || answer.status === 400)
        throw new PinRefused("X refuses the PIN");
      const credentials = readTokens(answer);
      const fields = new URLSearchParams(answer.text);
      const [accountId, handle] = [fields.get("user_id"), fields.get("screen_name")];
      if (!accountId || !handle || !/^\d{1,20}$/.test(accountId) || !/^\w{1,50}$/.test(handle))
        throw new NetworkUnavailable("X named no account", true);
      return { accountId, handle, credentials: JSON.stringify(credentials) };
    },

    async post({ credentials, text }) {
      const keys = readSecret(credentials);
      const answer = await callX(access, { method: "POST", path: "/2/tweets", json: { text }, keys });
      if (answer.status === 403 && /duplicate content/i.test(answer.text))
        throw new DuplicatePost("X has this post already");
      await throwRefusal(access, answer);
      if (answer.status < 200 || answer.status > 299) throw new PostRefused(`X answered ${answer.status}`);
      const made = posted.safeParse(parseOutsideJson(answer.text));
      if (!made.success) throw new NetworkUnavailable("X answered unreadably", true, { cause: made.error });
      return { postId: made.data.data.id };
    },

    async find({ accountId, credentials, text, since }) {
      const query = new URLSearchParams({
        max_results: "5",
        // X counts in whole seconds, by its own clock.
        start_time: new Date(since.getTime() - 60_000).toISOString().replace(/\.\d+Z$/, "Z"),
        "tweet.fields": "entities",
      });
      const path = `/2/users/${encodeURIComponent(accountId)}/tweets?${query}`;
      const answer = await callX(access, { method: "GET", path, keys: readSecret(credentials) });
      await throwRefusal(access, answer);
      const own = ownPosts.safeParse(parseOutsideJson(answer.text));
      if (answer.status !== 200 || !own.success)
        throw new NetworkUnavailable("X shows no posts", false, { cause: own.error });
      const found = own.data.data?.find((each) => wordsOf(each) === text);
      return found ? { postId: found.id } : null;
    },

    async revoke(credentials) {
      const path = "/1.1/oauth/invalidate_token";
      await callX(access, { method: "POST", path, keys: readSecret(credentials) });
    },
  };
}

/** A post as it was written: X shortens addresses and writes three characters as HTML does. */
function wordsOf({ text, entities }: z.infer<typeof ownPost>): string {
  const whole = (entities?.urls ?? []).reduce(
    (said, each) => said.replace(each.url, () => each.expanded_url),
    text,
  );
  return whole.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function readTokens(answer: NetworkAnswer): z.infer<typeof secretToken> {
  const fields = new URLSearchParams(answer.text);
  const read = secretToken.safeParse({
    token: fields.get("oauth_token"),
    tokenSecret: fields.get("oauth_token_secret"),
  });
  if (answer.status !== 200 || !read.success)
    throw new NetworkUnavailable(`X answered ${answer.status} without a token`, true, { cause: read.error });
  return read.data;
}

function readSecret(secret: string): z.infer<typeof secretToken> {
  return secretToken.parse(JSON.parse(secret));
}
