import type { PaymentProvider } from "../provider-port.ts";

/** What an adapter is told of the process that opens it. */
export interface ProviderSurroundings {
  /** Where this process reaches the product's own pages, without a slash at the end. */
  here: string;
  /** A demo makes keys of it, where none are given. */
  appSecret: string;
}

/** A provider that is built in: what its folder gives to the list. `Settings` are those of its own schema. */
export interface ProviderKind<Settings> {
  readonly name: string;
  /** What a live product must not start with, as one line; null when nothing is wrong. */
  liveProblem(settings: Settings): string | null;
  open(settings: Settings, surroundings: ProviderSurroundings): PaymentProvider;
}
