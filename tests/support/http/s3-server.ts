import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../../../app/media/s3-store.server.ts";

/** A real S3 server on this machine with one bucket; it checks signatures. */
export interface S3Server {
  settings: S3Settings;
  /** The same as a product's environment. */
  environment: Record<string, string>;
  /** Goes away, and comes back at the same address with the same files. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), "tribute-s3-"));
  const begin = async (port: number) => {
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: "tribute" }],
    });
    return { server, port: (await server.run()).port };
  };
  let running: Awaited<ReturnType<typeof begin>> | null = await begin(0);
  const { port } = running;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "tribute",
    region: "eu-central-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  const leave = async () => {
    await running?.server.close();
    running = null;
  };
  return {
    settings,
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    leave,
    comeBack: async () => {
      running = await begin(port);
    },
    stop: async () => {
      await leave();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
