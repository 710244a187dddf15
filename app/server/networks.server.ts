import { createNetworks, type Networks } from "../domain/microblog/network-port.ts";
import { discordNetwork } from "../domain/microblog/networks/discord.server.ts";
import type { NetworkSurroundings } from "../domain/microblog/networks/network-kind.server.ts";
import { xNetwork } from "../domain/microblog/networks/x.server.ts";
import {
  askBot,
  DEMO_SERVER,
  type ShownAnswer,
  type TypedCommand,
} from "../stand-ins/discord-member.server.ts";
import {
  createDiscordStandIn,
  type DiscordStandIn,
  discordKeys,
} from "../stand-ins/discord-stand-in.server.ts";
import { createXStandIn, type XStandIn } from "../stand-ins/x-stand-in.server.ts";
import type { Config } from "./config.server.ts";

const X_APP = { apiKey: "demoapp0123456789", apiSecret: "demosecret0123456789" };
const DISCORD_APP = {
  applicationId: "100200300400500600",
  clientSecret: "demo-secret-0123456789",
  botToken: "demo.token.0123456789",
};
const BUDGET_MILLS = 25_000;

export interface StandIns {
  x: XStandIn | null;
  discord:
    | (DiscordStandIn & { server: string; ask(typed: TypedCommand): Promise<ShownAnswer | null> })
    | null;
}

interface Surroundings extends NetworkSurroundings {
  here: string;
  appSecret: string;
}

/** Reached by HTTP, like the real ones (docs/product.md, 2.1). */
export function openNetworks(
  config: Pick<Config, "networks" | "standIns">,
  around: Surroundings,
): {
  networks: Networks;
  standIns: StandIns;
  bot: Pick<Config, "DISCORD_APPLICATION_ID" | "DISCORD_PUBLIC_KEY"> | null;
} {
  const { here, publicUrl, clock, appSecret: secret } = around;
  const own = config.networks.map((network) => network.open(around));
  const standIns: StandIns = { x: null, discord: null };
  if (config.standIns.x) {
    const [base, pages] = [`${here}/dev/x/api`, `${publicUrl}/dev/x`];
    own.push(xNetwork({ ...X_APP, base, pages, monthlyBudgetMills: BUDGET_MILLS, clock }));
    // A worker uses the public address.
    const bases = [base, `${publicUrl}/dev/x/api`];
    standIns.x = createXStandIn({ ...X_APP, secret, bases, prefix: "/dev/x/api", clock });
  }
  if (!config.standIns.discord) return { networks: createNetworks(own), standIns, bot: null };
  const { applicationId } = DISCORD_APP;
  const returnUrl = `${publicUrl}/account/discord/arrival`;
  const pages = `${publicUrl}/dev/discord`;
  own.push(discordNetwork({ ...DISCORD_APP, base: `${here}/dev/discord`, pages, returnUrl, clock }));
  const { privateKey, publicKey } = discordKeys(secret);
  const bot = { applicationId, privateKey, url: `${here}/webhooks/discord`, clock };
  standIns.discord = {
    ...createDiscordStandIn({ ...DISCORD_APP, secret, returnUrl, prefix: "/dev/discord", clock }),
    server: DEMO_SERVER,
    ask: (typed) => askBot(bot, typed),
  };
  return {
    networks: createNetworks(own),
    standIns,
    bot: { DISCORD_APPLICATION_ID: applicationId, DISCORD_PUBLIC_KEY: publicKey },
  };
}
