import type { Route } from "./+types/statistics";
import { loadStatistics } from "./statistics.server.ts";
import { StatisticsView } from "./statistics-parts.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadStatistics(request, context);
}

export default function Statistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsView {...loaderData} />;
}
