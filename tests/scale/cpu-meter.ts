import { cpuSeconds } from "../bench/processes.ts";
import type { Ground } from "./ground.ts";
import type { Instance } from "./instance.ts";

/** Processor seconds that each part has used; they can be compared on a machine that does other things, too. */
export interface CpuUse {
  product: number;
  balancer: number;
  pooler: number;
  postgres: number;
  standby: number;
  /** The fans and this run itself. */
  driver: number;
}

/** Begins to count; the function tells what was used since. */
export async function meterCpu(
  { balancer, pooler, cluster }: Ground,
  instances: readonly Instance[],
): Promise<() => CpuUse> {
  const primary = await cluster.primary();
  const standby = cluster.nodes.find((node) => node !== primary) ?? primary;
  const read = (): CpuUse => {
    const { user, system } = process.cpuUsage();
    return {
      product: instances.reduce((sum, each) => sum + cpuSeconds(each.program().pid), 0),
      balancer: cpuSeconds(balancer.program.pid),
      pooler: cpuSeconds(pooler.program.pid),
      postgres: cpuSeconds(primary.postgresPid() ?? 0),
      standby: cpuSeconds(standby.postgresPid() ?? 0),
      driver: (user + system) / 1_000_000,
    };
  };
  const before = read();
  return () => {
    const after = read();
    return {
      product: after.product - before.product,
      balancer: after.balancer - before.balancer,
      pooler: after.pooler - before.pooler,
      postgres: after.postgres - before.postgres,
      standby: after.standby - before.standby,
      driver: after.driver - before.driver,
    };
  };
}

/** Milliseconds for each of so many. */
export function each(use: CpuUse, count: number): string[] {
  const { product, balancer, pooler, postgres, standby, driver } = use;
  return [product, balancer, pooler, postgres, standby, driver].map((seconds) =>
    ((seconds * 1000) / Math.max(1, count)).toFixed(2),
  );
}
