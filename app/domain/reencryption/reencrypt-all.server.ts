import type { Seals } from "../../crypto/crypto.server.ts";
import {
  type PlaceServices,
  SEALED_PLACES,
  type SealedPlace,
  type SealedThing,
} from "./sealed-places.server.ts";

const BATCH = 100;

interface Services extends PlaceServices {
  seals: Seals;
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
  const { seals } = services;
  const result: Reencrypted = { outcome: "done", reencrypted: 0, current: 0, unreadable: [] };
  for (const place of SEALED_PLACES)
    await eachThing(services, place, async (thing) => {
      if (!opens(seals, place, thing)) result.unreadable.push({ where: place.where, id: thing.id });
    });
  if (result.unreadable.length > 0 && !given.skip_unreadable) return { ...result, outcome: "refused" };
  for (const place of SEALED_PLACES) {
    let looked = 0;
    await eachThing(services, place, async (thing) => {
      looked += 1;
      if (looked % BATCH === 0) given.report?.(place.where, looked);
      if (seals.isCurrent(thing.sealed)) result.current += 1;
      else if (opens(seals, place, thing)) {
        const bytes = seals.open(place.purpose, thing.id, thing.sealed);
        const sealed = seals.seal(place.purpose, thing.id, bytes);
        if (await place.replace(services, thing, sealed)) result.reencrypted += 1;
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
  for (const place of SEALED_PLACES.filter(({ purpose }) => purpose !== "document")) {
    const [thing] = await place.next(services, null, 1);
    if (!thing) continue;
    if (opens(services.seals, place, thing)) return false;
    found += 1;
  }
  return found > 0;
}

function opens(seals: Seals, place: SealedPlace, thing: SealedThing): boolean {
  try {
    seals.open(place.purpose, thing.id, thing.sealed);
    return true;
  } catch {
    return false;
  }
}

async function eachThing(
  services: Services,
  place: SealedPlace,
  act: (thing: SealedThing) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const things: SealedThing[] = await place.next(services, after, BATCH);
    for (const thing of things) await act(thing);
    const last = things.at(-1);
    if (!last) return;
    after = last.id;
  }
}
