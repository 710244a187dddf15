import { expect } from "vitest";
import { records } from "../database/records.ts";
import { jpegWithPlace } from "../fixtures/upload-corpus.ts";
import {
  beginTip,
  goToProvider,
  multipart,
  payAtProvider,
  TYPED,
  type WireFan,
} from "../http/http-client.ts";

/** A paid tip of the shared product that a rule holds up: it has a picture, or words with a link. Returns its id. */
export async function payHeldTip(
  fan: WireFan,
  { username = "joerdis", message = "Danke!", hasImage = true } = {},
): Promise<string> {
  const tip = await beginTip(fan, username);
  const file = { field: "image", name: "a.jpg", type: "image/jpeg", bytes: await jpegWithPlace() };
  const form = multipart({ name: "Ida Held", message }, hasImage ? file : undefined);
  expect((await fan.send("POST", `${tip}/details`, form.body, form.headers)).status).toBe(303);
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "" };
  expect((await fan.post(`${tip}/payment`, choice)).headers.location).toBe(`${tip}/summary`);
  const payment = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const row = await records()
    .selectFrom("payments")
    .select("tip_id")
    .where("id", "=", payment)
    .executeTakeFirstOrThrow();
  return row.tip_id ?? "";
}
