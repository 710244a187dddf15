import sharp from "sharp";
import { z } from "zod";
import { multipart, wireFan } from "./http-client.ts";

const sent = z.object({ data: z.object({ file: z.object({ id: z.uuid() }) }) });

/** Sends a picture for a tip ahead, as a call does; its id. */
export async function sendPicture(headers: Record<string, string>, url?: string): Promise<string> {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: "#27a" } });
  const file = { field: "file", name: "a.png", type: "image/png", bytes: await picture.png().toBuffer() };
  const form = multipart({ key: "TRIBUTE_IMAGE" }, file);
  const answer = await wireFan("en", headers, url).send("POST", "/api/mediafiles", form.body, form.headers);
  return sent.parse(JSON.parse(answer.text)).data.file.id;
}
