import { createEncryption, createVoucherCodes } from "../../../app/crypto/crypto.server.ts";

const SECRET = "the secret of the vouchers that tests buy";

/** The codes of vouchers in tests that have no product around them. */
export const TEST_VOUCHER_CODES = createVoucherCodes(createEncryption(SECRET), SECRET);
