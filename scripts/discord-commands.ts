import { botCommands } from "../app/domain/chat-bot/interaction.ts";
import { addressAt } from "../app/domain/microblog/networks/network-kind.server.ts";
import { ConfigError, readConfig } from "../app/server/config.server.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";

// docs/operations.md, Discord. Idempotent: replaces earlier ones.

const ANSWER_MS = 20_000;

async function register(): Promise<void> {
  const config = readConfig(process.env);
  const { DISCORD_APPLICATION_ID: id, DISCORD_BOT_TOKEN: token, DISCORD_BASE: base } = config;
  if (!id || !token)
    throw new ConfigError("Configuration: DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN are needed");
  const commands = botCommands();
  const answer = await fetch(
    addressAt(base ?? "https://discord.com", `/api/v10/applications/${id}/commands`),
    {
      method: "PUT",
      headers: { Authorization: `Bot ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(commands),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "error",
    },
  );
  if (!answer.ok) throw new OperatorError(`Discord answered ${answer.status}: ${await answer.text()}`);
  process.stdout.write(`Discord knows ${commands.map(({ name }) => `/${name}`).join(", ")}.\n`);
}

await runCommand(register);
