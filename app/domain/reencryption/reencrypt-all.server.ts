import type { Encryption } from "../../crypto/crypto.server.ts";
import {
  ENCRYPTED_PLACES,
  type EncryptedPlace,
  type EncryptedThing,
  type PlaceServices,
} from "./encrypted-places.server.ts";

const BATCH = 100;

interface Services extends PlaceServices {
  encryption: Encryption;
}

export interface Reencrypted {
  /** "refused": some things open with none of the keys, and nothing was changed. */
  outcome: "done" | "refused";
  reencrypted: number;
  /** Encrypted with the current key before, or changed by somebody else meanwhile. */
  current: number;
  unreadable: { where: string; id: string }[];
}

/**
 * Encrypts everything anew with the current key that an earlier one has encrypted. Looks first whether all of it opens,
 * and refuses when something does not, unless `skip_unreadable` says to leave it as it is. Safe beside a running
 * Tribute that has both keys, and after a stop it goes on where it was: what has the current key is passed over.
 */
export async function reencryptAll(
  services: Services,
  given: { skip_unreadable: boolean; report?: (where: string, looked: number) => void },
): Promise<Reencrypted> {
  const { encryption } = services;
  const result: Reencrypted = { outcome: "done", reencrypted: 0, current: 0, unreadable: [] };
  for (const place of ENCRYPTED_PLACES)
    await eachThing(services, place, async (thing) => {
      if (!opens(encryption, place, thing)) result.unreadable.push({ where: place.where, id: thing.id });
    });
  if (result.unreadable.length > 0 && !given.skip_unreadable) return { ...result, outcome: "refused" };
  for (const place of ENCRYPTED_PLACES) {
    let looked = 0;
    await eachThing(services, place, async (thing) => {
      looked += 1;
      if (looked % BATCH === 0) given.report?.(place.where, looked);
      if (encryption.isCurrent(thing.encrypted)) result.current += 1;
      else if (opens(encryption, place, thing)) {
        const bytes = encryption.decrypt(place.purpose, thing.id, thing.encrypted);
        const encrypted = encryption.encrypt(place.purpose, thing.id, bytes);
        if (await place.replace(services, thing, encrypted, bytes)) result.reencrypted += 1;
        else result.current += 1;
      }
    });
    given.report?.(place.where, looked);
  }
  return result;
}

/**
 * True when there are encrypted things in the database and the keys open none of those that are looked at: the wrong
 * key was given. One of each kind is looked at. Files are not looked at, since their storage may be away.
 */
export async function isWrongKey(services: Services): Promise<boolean> {
  let found = 0;
  for (const place of ENCRYPTED_PLACES.filter(({ purpose }) => purpose !== "document")) {
    const [thing] = await place.next(services, null, 1);
    if (!thing) continue;
    if (opens(services.encryption, place, thing)) return false;
    found += 1;
  }
  return found > 0;
}

function opens(encryption: Encryption, place: EncryptedPlace, thing: EncryptedThing): boolean {
  try {
    encryption.decrypt(place.purpose, thing.id, thing.encrypted);
    return true;
  } catch {
    return false;
  }
}

async function eachThing(
  services: Services,
  place: EncryptedPlace,
  act: (thing: EncryptedThing) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const things: EncryptedThing[] = await place.next(services, after, BATCH);
    for (const thing of things) await act(thing);
    const last = things.at(-1);
    if (!last) return;
    after = last.id;
  }
}
