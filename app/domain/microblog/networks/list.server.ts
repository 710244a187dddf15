import { discordKind } from "./discord/kind.server.ts";
import type { NetworkKind } from "./network-kind.ts";
import { xKind } from "./x/kind.server.ts";

/** Every network that is built in: a folder and a line. */
export const NETWORK_KINDS: readonly NetworkKind[] = [xKind, discordKind];
