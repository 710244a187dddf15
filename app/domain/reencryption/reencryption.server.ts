export { ENCRYPTED_PLACES } from "./encrypted-places.server.ts";
export { isWrongKey, type Reencrypted, reencryptAll } from "./reencrypt-all.server.ts";
