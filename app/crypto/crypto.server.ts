export { createSeals, SEAL_PURPOSES, type SealPurpose, type Seals } from "./encryption.server.ts";
export { createTokens, newSecretToken, type TokenPurpose, type Tokens, tokenHash } from "./tokens.server.ts";
