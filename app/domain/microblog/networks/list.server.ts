import { discordKind } from "./discord.server.ts";
import type { NetworkKind } from "./network-kind.server.ts";
import { xKind } from "./x.server.ts";

export const NETWORK_KINDS: readonly NetworkKind[] = [xKind, discordKind];
