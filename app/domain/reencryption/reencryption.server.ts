export { ENCRYPTED_PLACES } from "./encrypted-places.server.ts";
export { isWrongKey, reencryptAll } from "./reencrypt-all.server.ts";
