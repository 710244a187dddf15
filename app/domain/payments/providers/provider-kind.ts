import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { PaymentProvider } from "../provider-port.ts";

interface ProviderSurroundings {
  here: string;
  appSecret: string;
}

export interface ConfiguredProvider {
  readonly name: string;
  readonly company: string;
  readonly liveProblem: string | null;
  open(surroundings: ProviderSurroundings): PaymentProvider;
}

export interface ProviderKind {
  readonly name: string;
  readonly settings: z.ZodRawShape;
  configure(environment: Readonly<Record<string, string | undefined>>): ConfiguredProvider;
}

export function providerKind<Shape extends z.ZodRawShape>(kind: {
  name: string;
  company?: string;
  settings: Shape;
  liveProblem(settings: z.infer<z.ZodObject<Shape>>): string | null;
  open(settings: z.infer<z.ZodObject<Shape>>, surroundings: ProviderSurroundings): PaymentProvider;
}): ProviderKind {
  const schema = z.object(kind.settings);
  return {
    name: kind.name,
    settings: kind.settings,
    configure(environment) {
      const settings = schema.parse(environment);
      return {
        name: kind.name,
        company: kind.company ?? kind.name,
        liveProblem: kind.liveProblem(settings),
        open: (surroundings) => kind.open(settings, surroundings),
      };
    },
  };
}

const TOLERANCE_SECONDS = 300;

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`, within five minutes. Several v1 allow a change of
 * secret.
 */
export function verifySignedEvent(
  secret: string,
  header: string | null,
  rawBody: Uint8Array,
  receivedAt: Date,
): "verified" | "signature" | "stale" {
  const signed = parseSignature(header ?? "");
  if (!signed) return "signature";
  const expected = createHmac("sha256", secret).update(`${signed.seconds}.`).update(rawBody).digest();
  const matches = signed.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (matches.length === 0) return "signature";
  const age = Math.abs(receivedAt.getTime() / 1000 - Number(signed.seconds));
  return age > TOLERANCE_SECONDS ? "stale" : "verified";
}

function parseSignature(header: string): { seconds: string; signatures: Buffer[] } | null {
  if (header.length > 1000) return null;
  let seconds: string | null = null;
  const signatures: Buffer[] = [];
  for (const part of header.split(",")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name === "t" && /^\d{1,12}$/.test(value)) seconds = value;
    if (name === "v1" && /^[0-9a-f]{64}$/.test(value)) signatures.push(Buffer.from(value, "hex"));
  }
  return seconds === null || signatures.length === 0 ? null : { seconds, signatures };
}
