import type { NetworkKind } from "./network-kind.ts";
import { xKind } from "./x/kind.server.ts";

/** Every microblogging network that is built in: a folder and a line. */
export const NETWORK_KINDS: readonly NetworkKind[] = [xKind];
