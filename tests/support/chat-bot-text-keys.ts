const words = (text: string): readonly string[] => text.split(" ");

const COMMANDS = words("tip leaderboard profile link");
const OPTIONS = words("creator member amount range");

/** The texts of the chat server's bot whose keys are put together while the program runs (composed-text-keys.ts). */
export const CHAT_BOT_KEYS: Record<string, readonly string[]> = {
  "chatBot:account.done.*": words("linked unlinked opened closed"),
  "chatBot:account.faults.*": words("expired declined away many"),
  "chatBot:guide.steps.*.title": words("open allow type channel"),
  "chatBot:guide.steps.*.text": words("open allow type channel"),
  "chatBot:guide.*.heading": ["changing", "privacy"],
  "chatBot:guide.*.text": ["changing", "privacy"],
  "chatBot:guide.trouble.*.question": words("noCommands noServer noTips wrongPage"),
  "chatBot:guide.trouble.*.answer": words("noCommands noServer noTips wrongPage"),
  "chatBot:commands.*.name": COMMANDS,
  "chatBot:commands.*.help": COMMANDS,
  // What Discord is told (domain/chat-bot/commands.ts).
  "chatBot:commands.*.description": COMMANDS,
  "chatBot:commands.options.*.name": OPTIONS,
  "chatBot:commands.options.*.description": OPTIONS,
  "chatBot:commands.ranges.*": words("month days day"),
  "chatBot:replies.board.*": words("month days day"),
};
