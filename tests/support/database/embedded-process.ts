// Starts the embedded database of the checkout it lies in, in a process of its own, for the tests that kill processes.
// Arguments: the data folder (none: the default one), "exit" to end at once without stopping the database.
// Prints one line of JSON: what was started, or why not. Stops cleanly on SIGTERM.
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const { defaultDataDir, startEmbedded } = await import(path.join(root, "db/embedded.ts"));

try {
  const dataDir = process.argv[2] || defaultDataDir(root, {});
  const database = await startEmbedded({ dataDir });
  const { url, adminUrl, pid, socketDir } = database;
  process.stdout.write(`${JSON.stringify({ url, adminUrl, pid, socketDir, dataDir: database.dataDir })}\n`);
  if (process.argv[3] === "exit") process.exit(0);
  const heartbeat = setInterval(() => undefined, 60_000);
  process.once("SIGTERM", async () => {
    await database.stop();
    clearInterval(heartbeat);
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  process.exitCode = 1;
}
