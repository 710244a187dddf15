// Plain JavaScript: the server starts with it, and what Node needs to read TypeScript would stay in its memory, 20 MB.

/**
 * Stops this process when the npm that runs it is stopped: npm passes a SIGTERM on to its shell alone, which ends
 * without a word to us. Then we have another parent.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
