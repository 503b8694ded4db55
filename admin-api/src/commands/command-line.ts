/** Runs a command line, and formats its output and errors. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Environment, readEnvironment } from '@veldlicht/contract/environment';
import { sentenceOf } from '@veldlicht/contract/reason';
import { explain } from '@veldlicht/contract/terminal-error';
import { dataFolder } from '@veldlicht/database/data-folder';
import { requireCurrentDatabase } from '@veldlicht/database/migrate';
import { type Database, openDatabase } from '@veldlicht/database/open';
import { isDiskFull, systemCode } from '@veldlicht/database/system-errors';
import { AppError } from '#http/app-error.ts';
import { oneLine } from '#mail/outbox.ts';
import { CommandError, readCommand, UsageError, usage } from './read-command.ts';
import { runCommand } from './users.commands.ts';

/** `npm start` runs from there, so a relative DATA_DIR means the same folder here. */
const root = path.join(import.meta.dirname, '../../..');

const FAILED = 1;
const MISUSED = 2;

async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<string[]> {
  const command = readCommand(args);
  if (command.name === 'help') return [usage];
  const db = openProduct(environment);
  try {
    return await runCommand(db, command, Date.now());
  } finally {
    db.$client.close();
  }
}

/** Formats an error for the terminal. */
export function tell(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  // May quote raw input.
  if (error instanceof CommandError) return oneLine(error.line);
  if (error instanceof AppError) return error.message;
  if (isDiskFull(error)) return sentenceOf('disk_full');
  if (error instanceof Error && systemCode(error)?.startsWith('SQLITE_'))
    return `The database can't be used: ${error.message}.`;
  return explain(error);
}

/** The data folder; a relative DATA_DIR is resolved against the project, wherever the command starts. */
export const rootOf = ({ dataDir }: Pick<Environment, 'dataDir'>) => path.resolve(root, dataDir);

/** Opens the database. Throws `CommandError` without one, `DatabaseError` when it does not fit this code. */
export function openProduct(environment: NodeJS.ProcessEnv): Database {
  const folder = dataFolder(rootOf(readEnvironment(environment)));
  if (!existsSync(folder.database))
    throw new CommandError(
      `There is no database in ${folder.root} yet. Run npm start once first, or set DATA_DIR.`,
    );
  const db = openDatabase(folder.database);
  try {
    requireCurrentDatabase(db.$client);
    return db;
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

/** Runs a command; returns exit code, stdout and stderr. */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv) {
  try {
    return { code: 0, out: (await run(args, environment)).join('\n'), err: '' };
  } catch (error) {
    return { code: error instanceof UsageError ? MISUSED : FAILED, out: '', err: tell(error) };
  }
}

/** Shows progress on one line of the terminal, which the next output overwrites. */
export function showProgress(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`${done} of ${all}\r`);
}

/** Runs a program of its own, and exits with what it says or why it failed. */
export async function runProgram(work: (args: string[]) => Promise<string[]>): Promise<never> {
  try {
    console.log((await work(process.argv.slice(2))).join('\n'));
    process.exit();
  } catch (error) {
    console.error(tell(error));
    process.exit(FAILED);
  }
}
