import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, s3Settings } from "../../app/server/config.server.ts";

const WHOLE = {
  S3_ENDPOINT: "https://s3.example:9000",
  S3_BUCKET: "pictures",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

describe("storage in S3", () => {
  test("storage in S3 is chosen by all five settings, and not by none", () => {
    expect(s3Settings(readConfig(WHOLE))).toEqual({
      endpoint: "https://s3.example:9000",
      bucket: "pictures",
      region: "eu-central-1",
      accessKeyId: "key",
      secretAccessKey: "secret",
    });
    expect(s3Settings(readConfig({}))).toBeNull();
    // An empty one counts as not set.
    expect(s3Settings(readConfig({ S3_BUCKET: "" }))).toBeNull();
  });

  test.for(Object.keys(WHOLE))("S3 without %s refuses the start by one line that names it", (name) => {
    const refused = () => readConfig({ ...WHOLE, [name]: "" });
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(new ConfigError(`Configuration: storage in S3 needs ${name}`));
  });

  test("storage in S3 with one setting alone names the other four, and never the secret", () => {
    const refused = () => readConfig({ S3_SECRET_ACCESS_KEY: "opensesame" });
    expect(refused).toThrow(
      "Configuration: storage in S3 needs S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID",
    );
    expect(refused).not.toThrow(/opensesame/);
  });

  test("storage in S3 wants an address that is one", () => {
    for (const endpoint of ["s3.example", "ftp://s3.example", "/tmp"])
      expect(() => readConfig({ ...WHOLE, S3_ENDPOINT: endpoint })).toThrow(/^Configuration: S3_ENDPOINT: /);
  });
});
