/** `npm run user -- …`: accounts, for the site builder at the terminal. */
import { EnvironmentError, readEnvironment } from '@veldlicht/contract/environment';
import { DatabaseError } from '@veldlicht/database/connection';
import { oneLine } from '#mail/one-line.ts';
import { CommandError } from './command-error.ts';
import { openProduct } from './open-product.ts';
import { readCommand, UsageError, usage } from './read-command.ts';
import { runCommand } from './users.commands.ts';

const FAILED = 1;
const MISUSED = 2;

async function run(args: string[]): Promise<string[]> {
  const command = readCommand(args);
  if (command.name === 'help') return [usage];
  const db = openProduct(readEnvironment(process.env).dataDir);
  try {
    return await runCommand(db, command, Date.now());
  } finally {
    db.$client.close();
  }
}

/** Known reasons are one clear line; anything else is a defect and shows where it came from. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof EnvironmentError) return `The configuration is wrong: ${error.message}`;
  if (error instanceof CommandError || error instanceof DatabaseError)
    return oneLine(error.message);
  if ('code' in error && String(error.code).startsWith('SQLITE_'))
    return `The database can't be used: ${error.message}.`;
  return error.stack ?? error.message;
}

try {
  console.log((await run(process.argv.slice(2))).join('\n'));
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
}
