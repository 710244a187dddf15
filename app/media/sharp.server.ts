type Sharp = typeof import("sharp").default;

let loading: Promise<Sharp> | null = null;

export async function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // A picture is drawn once: a cache wastes memory. One thread each avoids contention.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
