import pg from "pg";
import { migrateToLatest } from "../../db/migrate.ts";
import { withDatabase } from "../support/database/database-url.ts";

const TEMPLATE = "world_template";

/**
 * In a schema before PostgreSQL's own, so that statements, defaults and queues use the world's time and ids. Functions of
 * the database that name their own path are not reached; none of them reads the time.
 */
const WORLD_SCHEMA = `
  create schema world;
  create unlogged table world.clock (now timestamptz not null);
  insert into world.clock values ('2026-03-01T12:00:00Z');
  create sequence world.ids;
  create function world.now() returns timestamptz language sql stable as 'select now from world.clock';
  create function world.clock_timestamp() returns timestamptz language sql stable as 'select now from world.clock';
  create function world.gen_random_uuid() returns uuid language sql volatile as
    $$ select md5('world' || nextval('world.ids'))::uuid $$;
  create function world.random() returns float8 language sql volatile as
    $$ select ('x' || substr(md5('world' || nextval('world.ids')), 1, 8))::bit(32)::bigint::float8 / 4294967296 + 0.5 $$;
`;

/** Makes the template of all worlds: schema of the product, with the world's time. */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`create database ${TEMPLATE}`);
    await admin.query(`alter database ${TEMPLATE} set search_path = public, world, pg_catalog`);
  });
  const url = withDatabase(adminUrl, TEMPLATE);
  await asAdmin(url, async (client) => {
    await client.query(WORLD_SCHEMA);
  });
  await migrateToLatest(url);
  await asAdmin(url, async (client) => {
    // A platform that is younger than its payout day waits for the next one.
    await client.query("update kysely_migration set timestamp = '2026-02-15T00:00:00.000Z'");
    await client.query(
      "create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select world.now()'",
    );
  });
}

/** A database of its own for a world. Settings of a database are not copied with it. */
export async function createWorldDatabase(adminUrl: string, name: string): Promise<string> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    await admin.query(`alter database ${name} set search_path = public, world, pg_catalog`);
    await admin.query(`alter database ${name} set deadlock_timeout = '200ms'`);
  });
  return withDatabase(adminUrl, name);
}

export async function dropWorldDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`);
  });
}

async function asAdmin(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
