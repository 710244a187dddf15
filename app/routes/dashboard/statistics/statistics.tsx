import type { Route } from "./+types/statistics";
import { loadStatistics } from "./statistics.server.ts";
import { StatisticsView } from "./statistics-parts.tsx";

export async function loader(args: Route.LoaderArgs) {
  return await loadStatistics(args);
}

export default function Statistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsView {...loaderData} />;
}
