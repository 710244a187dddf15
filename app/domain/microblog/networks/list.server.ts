import { discordKind } from "./discord.server.ts";
import type { NetworkKind } from "./network-kind.server.ts";
import { xKind } from "./x.server.ts";

/** Every built-in network. */
export const NETWORK_KINDS: readonly NetworkKind[] = [xKind, discordKind];
