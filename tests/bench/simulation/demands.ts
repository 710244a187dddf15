/** What one step of a fan's tip takes of each part. */
export interface StepDemand {
  name: string;
  /** Processor time of the product, and of PostgreSQL. */
  server_ms: number;
  postgres_ms: number;
  /** Transactions that write: each waits for the disk once, subtransactions aside. */
  commits: number;
}

/** What a whole tip takes, and what it leaves behind. */
export interface TipDemands {
  steps: readonly StepDemand[];
  /** Bytes in tables and indexes, and in the write-ahead log. */
  stored_bytes: number;
  wal_bytes: number;
}

/** Measured by `npm run simulate -- --measure`, see docs/scale.md for when and where. */
export const MEASURED: TipDemands = {
  steps: [
    { name: "profile", server_ms: 0.37, postgres_ms: 0, commits: 0 },
    { name: "amount", server_ms: 6.37, postgres_ms: 2.25, commits: 3 },
    { name: "details", server_ms: 8.62, postgres_ms: 2, commits: 2 },
    { name: "payment", server_ms: 5.37, postgres_ms: 2.12, commits: 2 },
    { name: "summary", server_ms: 5.5, postgres_ms: 4.87, commits: 3 },
    { name: "paying and settling", server_ms: 12.25, postgres_ms: 11.75, commits: 6 },
    { name: "thanks", server_ms: 3.12, postgres_ms: 1.37, commits: 0 },
  ],
  stored_bytes: 4403,
  wal_bytes: 14_601,
};
