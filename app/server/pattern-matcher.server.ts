import type { ServerBuild } from "react-router";
import { unstable_preloadRoutePattern } from "react-router/route-pattern";

/**
 * One trie instead of all routes: a quarter more pages (docs/bench.md). react-router.config.ts does not reach
 * the server's build.
 */
export async function withPatternMatcher(plain: ServerBuild): Promise<ServerBuild> {
  await unstable_preloadRoutePattern();
  // The framework's types lack this setting.
  const future = Object.assign({}, plain.future, { unstable_routePatternMatching: true });
  return { ...plain, future };
}
