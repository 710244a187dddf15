import { z } from "zod";
import type { Network } from "../network-port.ts";

/** What a network is opened with: the clock, and where the world reaches us. */
export interface NetworkSurroundings {
  clock: () => Date;
  publicUrl: string;
}

/** A network whose settings have been read. */
export interface ConfiguredNetwork {
  readonly name: string;
  /** Whose it is, as the privacy page says it. */
  readonly company: string;
  /** What a live product must not start with, as one line; null when nothing is wrong. */
  readonly liveProblem: string | null;
  open(surroundings: NetworkSurroundings): Network;
}

/** A network that is built in: what its folder gives to the list. */
export interface NetworkKind {
  readonly name: string;
  readonly settings: z.ZodRawShape;
  /** Reads its own settings; null where none say that it is wanted. Throws a ZodError that names the wrong one. */
  configure(environment: Readonly<Record<string, string | undefined>>): ConfiguredNetwork | null;
}

/** Makes a kind of a name, the schemas of its settings, the one that switches it on, and what is done with them. */
export function networkKind<Shape extends z.ZodRawShape>(kind: {
  name: string;
  company: string;
  settings: Shape;
  switchedOnBy: keyof Shape & string;
  liveProblem(settings: z.infer<z.ZodObject<Shape>>): string | null;
  open(settings: z.infer<z.ZodObject<Shape>>, surroundings: NetworkSurroundings): Network;
}): NetworkKind {
  const schema = z.object(kind.settings);
  return {
    name: kind.name,
    settings: kind.settings,
    configure(environment) {
      if (environment[kind.switchedOnBy] === undefined) return null;
      const settings = schema.parse(environment);
      return {
        name: kind.name,
        company: kind.company,
        liveProblem: kind.liveProblem(settings),
        open: (surroundings) => kind.open(settings, surroundings),
      };
    },
  };
}
