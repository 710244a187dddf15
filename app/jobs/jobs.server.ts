export { createJobs, type Jobs } from "./queue.server.ts";
export { type FailedRow, forEachRow, forRows, type RowsOutcome } from "./rows.server.ts";
