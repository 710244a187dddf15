import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { type MediaStore, MediaStoreError, requireMediaKey } from "../domain/media/media-port.ts";

const TRIES = 3;
const TRY_TIMEOUT_MS = 4000;
const FIRST_PAUSE_MS = 100;

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface Answered {
  status: number;
  bytes: Uint8Array;
}

/** At most three attempts of four seconds, then MediaStoreError. */
export function s3MediaStore(settings: S3Settings): MediaStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const base = `${settings.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(settings.bucket)}`;

  async function once(method: string, key: string, body?: Uint8Array<ArrayBuffer>): Promise<Answered> {
    const headers = {
      // Signed, so the content cannot change on the way.
      "X-Amz-Content-Sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
      ...(body ? { "Content-Type": "application/octet-stream" } : {}),
    };
    const signer = new AwsV4Signer({
      method,
      url: `${base}/${key}`,
      headers,
      body,
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
    });
    const signed = await signer.sign();
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
    });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  async function call(method: string, key: string, body?: Uint8Array<ArrayBuffer>): Promise<Answered> {
    requireMediaKey(key);
    for (let tried = 1; ; tried += 1) {
      const failure = await once(method, key, body).then(
        (answer) => {
          if (answer.status < 500 && answer.status !== 429) return answer;
          return `${answer.status} ${reasonIn(answer.bytes)}`;
        },
        (error: unknown) => noAnswer(error),
      );
      if (typeof failure !== "string") return failure;
      if (tried === TRIES) throw new MediaStoreError(`S3 ${method} ${key}: ${failure}`, { isAway: true });
      await pause(FIRST_PAUSE_MS * 4 ** (tried - 1));
    }
  }

  return {
    async put(key, bytes) {
      const answer = await call("PUT", key, new Uint8Array(bytes));
      if (answer.status !== 200) throw refusal("PUT", key, answer);
    },
    async get(key) {
      const answer = await call("GET", key);
      if (answer.status === 200) return answer.bytes;
      if (answer.status === 404 && reasonIn(answer.bytes) === "NoSuchKey") return null;
      throw refusal("GET", key, answer);
    },
    async delete(key) {
      const answer = await call("DELETE", key);
      const isGone = answer.status === 404 && reasonIn(answer.bytes) === "NoSuchKey";
      if (answer.status !== 204 && answer.status !== 200 && !isGone) throw refusal("DELETE", key, answer);
    },
  };
}

function refusal(method: string, key: string, answer: Answered): MediaStoreError {
  const reason = `S3 ${method} ${key}: ${answer.status} ${reasonIn(answer.bytes)}`;
  return new MediaStoreError(reason, { isAway: false });
}

function reasonIn(bytes: Uint8Array): string {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString("utf8"))?.[1] ?? "without a reason";
}

function noAnswer(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  const cause = error.cause;
  return cause instanceof Error && "code" in cause
    ? `no answer (${cause.code})`
    : `no answer (${error.message})`;
}
