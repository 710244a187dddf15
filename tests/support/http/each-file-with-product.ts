import { afterAll } from "vitest";
import { closeRecords } from "../database/records.ts";

afterAll(closeRecords);
