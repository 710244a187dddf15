export {
  createEncryption,
  createVoucherCodes,
  ENCRYPTION_PURPOSES,
  type Encryption,
  type EncryptionPurpose,
  type VoucherCodes,
} from "./encryption.server.ts";
export type { SignedLink } from "./tokens.server.ts";
export {
  createTokens,
  newReadableCode,
  newSecretToken,
  type TokenPurpose,
  type Tokens,
  tokenHash,
} from "./tokens.server.ts";
