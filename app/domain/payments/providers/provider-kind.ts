import { z } from "zod";
import type { PaymentProvider } from "../provider-port.ts";

interface ProviderSurroundings {
  /** As this process reaches the product, without a trailing slash. */
  here: string;
  appSecret: string;
}

export interface ConfiguredProvider {
  readonly name: string;
  readonly company: string;
  /** Forbids a live start. */
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
