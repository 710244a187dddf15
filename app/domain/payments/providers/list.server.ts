import type { z } from "zod";
import type { Providers } from "../provider-port.ts";
import type { ProviderKind, ProviderSurroundings } from "./provider-kind.ts";
import { createProviders } from "./providers.server.ts";
import { sandboxKind } from "./sandbox/kind.server.ts";
import { sandboxSettings } from "./sandbox/settings.ts";

/** The settings of all providers; the process's own (app/config.server.ts) take them in. */
export const providerSettings = { ...sandboxSettings };

export type ProviderSettings = z.infer<z.ZodObject<typeof providerSettings>>;

/** Every provider that is built in: a folder and a line. */
export const PROVIDER_KINDS: readonly ProviderKind<ProviderSettings>[] = [sandboxKind];

/** Opens the named providers, the preferred ones first. Each name is one of `kinds`. */
export function openProviders<Settings extends ProviderSettings>(
  names: readonly string[],
  settings: Settings,
  surroundings: ProviderSurroundings,
  kinds: readonly ProviderKind<Settings>[] = PROVIDER_KINDS,
): Providers {
  return createProviders(
    names.map((name) => {
      const kind = kinds.find((each) => each.name === name);
      if (!kind) throw new Error(`there is no payment provider "${name}"`);
      return kind.open(settings, surroundings);
    }),
  );
}
