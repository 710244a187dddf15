import { z } from "zod";
import { ticked, truth } from "../typed-text.schema.ts";
import { line } from "./profile.schema.ts";
import { NETWORK_NAMES, readSocialHandle, type SocialNetwork } from "./social-networks.ts";

/** Undefined stays as it is. */
export interface SocialChange {
  network: SocialNetwork;
  handle: string | null | undefined;
  is_visible: boolean | undefined;
}

/** An empty handle is none. */
export const socialForm = z
  .object(socialFields(ticked))
  .transform((form, context) => NETWORK_NAMES.map((network) => readLink(network, form, null, context)));

/** What is left out stays. */
export const socialChange = z
  .object(socialFields(truth("errors.api.truth").optional()))
  .transform((change, context) =>
    NETWORK_NAMES.map((network) => readLink(network, change, undefined, context)),
  );

function socialFields<Tick extends z.ZodType>(tick: Tick) {
  return Object.fromEntries(
    NETWORK_NAMES.flatMap((network) => [
      [network, line(200).optional()] as const,
      [`${network}_visible`, tick] as const,
    ]),
  );
}

function readLink(
  network: SocialNetwork,
  given: Record<string, unknown>,
  absent: null | undefined,
  context: z.RefinementCtx,
): SocialChange {
  const { [network]: typed = absent, [`${network}_visible`]: visible } = given;
  const is_visible = typeof visible === "boolean" ? visible : undefined;
  if (typeof typed !== "string") return { network, handle: typed === null ? null : undefined, is_visible };
  const handle = readSocialHandle(network, typed);
  if (handle === null)
    context.addIssue({ code: "custom", path: [network], message: "errors.social.invalid" });
  return { network, handle, is_visible };
}
