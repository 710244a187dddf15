import { z } from "zod";

/** The button alone. */
export const connectForm = z.object({});
