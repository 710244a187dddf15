import type { Route } from "./+types/statistics-tab";
import { loadStatistics } from "./statistics.server.ts";
import { StatisticsView } from "./statistics-parts.tsx";

export async function loader(args: Route.LoaderArgs) {
  return await loadStatistics(args);
}

export default function StatisticsTab({ loaderData }: Route.ComponentProps) {
  return <StatisticsView {...loaderData} />;
}
