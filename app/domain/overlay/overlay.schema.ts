import { z } from "zod";

/** An alert and its turn, as its event names them: "id.turn". */
const alertTurn = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[1-9]\d{0,5}$/)
  .transform((text) => {
    const [id = "", turn] = text.split(".");
    return { id, turn: Number(turn) };
  });

export const shownForm = z
  .object({ alert: alertTurn, source: z.uuid() })
  .transform(({ alert, source }) => ({ ...alert, source_id: source }));
