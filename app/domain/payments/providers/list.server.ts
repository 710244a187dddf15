import { inetcashKind } from "./inetcash/kind.server.ts";
import type { ProviderKind } from "./provider-kind.ts";
import { sandboxKind } from "./sandbox/kind.server.ts";
import { stripeKind } from "./stripe/kind.server.ts";

/** Every provider that is built in: a folder and a line. */
export const PROVIDER_KINDS: readonly ProviderKind[] = [sandboxKind, stripeKind, inetcashKind];
