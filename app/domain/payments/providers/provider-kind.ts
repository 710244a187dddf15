import { z } from "zod";
import type { PaymentProvider } from "../provider-port.ts";

/** What an adapter knows of the process that opens it. */
interface ProviderSurroundings {
  /** Where this process reaches the product's own pages, without a slash at the end. */
  here: string;
  /** A demo makes keys of it, where none are given. */
  appSecret: string;
}

/** A provider whose settings have been read. */
export interface ConfiguredProvider {
  readonly name: string;
  /** Whose it is, as the privacy page says it; the name where nothing else is known. */
  readonly company: string;
  /** What a live product must not start with, as one line; null when nothing is wrong. */
  readonly liveProblem: string | null;
  open(surroundings: ProviderSurroundings): PaymentProvider;
}

/** A provider that is built in: what its folder gives to the list. */
export interface ProviderKind {
  readonly name: string;
  readonly settings: z.ZodRawShape;
  /** Reads its own settings; throws a ZodError that names the wrong one. */
  configure(environment: Readonly<Record<string, string | undefined>>): ConfiguredProvider;
}

/** Makes a kind of a name, the schemas of its settings, and what is done with them. */
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
