export interface FailedRow {
  key: string;
  error: string;
}

/** Failed rows are retried in the next run. */
export interface RowsOutcome {
  done: number;
  failed: FailedRow[];
}

/**
 * Processes batches; a failed batch is retried row by row, and a failing row skipped. `find` returns at most
 * `size` rows after `last` in a fixed order. `act` runs its own transaction, rechecks and returns the count.
 */
export async function forRows<Row>(given: {
  size: number;
  find: (last: Row | null) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
  act: (rows: readonly Row[]) => Promise<number>;
  /** The rest waits for the next run. */
  batches_maximum?: number;
}): Promise<RowsOutcome> {
  const { size, find, keyOf, act, batches_maximum = Number.POSITIVE_INFINITY } = given;
  const outcome: RowsOutcome = { done: 0, failed: [] };
  let last: Row | null = null;
  for (let batch = 0; batch < batches_maximum; batch += 1) {
    const rows: readonly Row[] = await find(last);
    last = rows.at(-1) ?? null;
    if (last === null) break;
    try {
      outcome.done += await act(rows);
    } catch {
      const { done, failed } = await forEachRow(rows, keyOf, (row) => act([row]));
      outcome.done += done;
      outcome.failed.push(...failed);
    }
    if (rows.length < size) break;
  }
  return outcome;
}

/** One row at a time. */
export async function forEachRow<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  act: (row: Row) => Promise<number>,
): Promise<RowsOutcome> {
  const outcome: RowsOutcome = { done: 0, failed: [] };
  for (const row of rows) {
    try {
      outcome.done += await act(row);
    } catch (error) {
      outcome.failed.push({ key: keyOf(row), error: String(error) });
    }
  }
  return outcome;
}
