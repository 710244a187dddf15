import { z } from "zod";

export const connectForm = z.object({});
