type Sharp = typeof import("sharp").default;

let loading: Promise<Sharp> | null = null;

/**
 * The library that draws pictures, loaded for the first one: most who come look at pictures that are drawn already, and
 * it takes twenty megabytes.
 */
export async function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  // A picture is seen once: what is kept of it only fills the memory. One thread each, so that several do not fight.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
