export { isWrongKey, type Reencrypted, reencryptAll } from "./reencrypt-all.server.ts";
export { SEALED_PLACES } from "./sealed-places.server.ts";
