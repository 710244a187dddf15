import { afterAll } from "vitest";
import { closeRecords } from "./records.ts";

afterAll(closeRecords);
