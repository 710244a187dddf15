import { readFile } from "node:fs/promises";
import path from "node:path";
import { readSecrets } from "../app/server/data-folder.server.ts";
import { createBackupFile } from "./backup/archive.ts";
import { dump } from "./backup/dump.ts";
import { givenFile, withPlaces } from "./backup/places.ts";
import { runCommand } from "./command.ts";
import { projectRoot } from "./project.ts";

// npm run backup -- FILE, also beside a running Tribute. Omits the settings' secrets; includes a demo's own.

await runCommand(async () => {
  const file = givenFile("Say where to: npm run backup -- FILE");
  const { version } = JSON.parse(await readFile(path.join(projectRoot, "package.json"), "utf8"));
  await withPlaces({}, async ({ config, dataDir, url, media }) => {
    const writer = await createBackupFile(file);
    try {
      const counts = await dump(url, media, writer, { version: String(version), now: new Date() });
      if (config.mode === "demo" && !config.APP_SECRET)
        await writer.mark({ mark: "secret", secret: readSecrets(config, dataDir).appSecret });
      await writer.complete();
      process.stdout.write(`${counts.rows} rows and ${counts.files} files are in ${file}.\n`);
    } catch (error) {
      await writer.discard();
      throw error;
    }
  });
});
