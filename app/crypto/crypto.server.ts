export {
  createEncryption,
  ENCRYPTION_PURPOSES,
  type Encryption,
  type EncryptionPurpose,
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
export { createVoucherCodes, type VoucherCodes } from "./voucher-codes.server.ts";
