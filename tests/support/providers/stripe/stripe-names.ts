import { randomBytes } from "node:crypto";

/** A name as Stripe gives them, by the kind of thing: "ch_test_…". */
export const newId = (kind: string) => `${kind}_test_${randomBytes(12).toString("hex")}`;
