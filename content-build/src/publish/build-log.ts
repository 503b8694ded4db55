/** The log of a failed attempt: its last lines, without server paths and secrets. */
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Lines kept in a failed attempt's row. */
export const LOG_LINES = 50;

/** Steps kept before the lines of the error. */
const STEPS_KEPT = 20;
const LONGEST_LINE = 300;
const CAUSES = 3;
/** Shorter values occur in ordinary text. */
const SHORTEST_SECRET = 6;

const projectRoot = path.join(import.meta.dirname, '../../..');

/** Absolute paths on a machine; not /media and /foto, which are site addresses. */
const MACHINE_PATH =
  /(?:file:\/\/|(?<![\w./]))\/(?:home|root|usr|var|srv|opt|tmp|etc|mnt|run|proc|Users|private|Volumes)\/[^\s'"():]*/g;

export interface Cleaning {
  /** Pairs of a folder and the name that replaces it. */
  folders: Array<[string, string]>;
  secrets: string[];
}

/** `variables`: the environment of the process. */
export function cleaningFor(
  dataFolder: string,
  variables: Record<string, string | undefined>,
): Cleaning {
  const secrets = Object.entries(variables)
    .filter(([name]) => /SECRET|PASSWORD|TOKEN|KEY|SMTP_URL|CREDENTIAL/i.test(name))
    .map(([, value]) => value ?? '')
    .filter((value) => value.length >= SHORTEST_SECRET);
  const folders: Array<[string, string]> = [
    [path.resolve(dataFolder), 'data'],
    [projectRoot, '.'],
    [homedir(), '~'],
    [tmpdir(), 'tmp'],
  ];
  // Longest first, since one may contain another.
  folders.sort(([a], [b]) => b.length - a.length);
  return { folders: folders.filter(([folder]) => folder.length > 1), secrets };
}

/** Removes secrets and paths from a line. */
export function cleanLine(line: string, { folders, secrets }: Cleaning): string {
  let text = line.trimEnd();
  for (const secret of secrets) text = text.replaceAll(secret, '***');
  for (const [folder, name] of folders)
    text = text.replaceAll(`file://${folder}`, name).replaceAll(folder, name);
  text = text.replace(MACHINE_PATH, (found) => `…/${path.basename(found)}`);
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}

/** Stack of an error and its causes, as lines. */
export function errorLines(error: unknown): string[] {
  const lines: string[] = [];
  let current = error;
  for (let depth = 0; depth < CAUSES && current !== undefined; depth++) {
    const text = current instanceof Error ? (current.stack ?? current.message) : String(current);
    lines.push(...(depth === 0 ? text : `Caused by ${text}`).split('\n'));
    current = current instanceof Error ? current.cause : undefined;
  }
  return lines;
}

export interface BuildLog {
  clear: () => void;
  step: (line: string) => void;
  /** The last steps, then the error. */
  lines: (error?: unknown) => string[];
}

export function createBuildLog(cleaning: Cleaning): BuildLog {
  let steps: string[] = [];
  return {
    clear: () => {
      steps = [];
    },
    step: (line) => {
      steps.push(line);
      if (steps.length > STEPS_KEPT) steps.shift();
    },
    lines: (error) => {
      const all = [...steps, ...(error === undefined ? [] : errorLines(error))];
      return all.slice(0, LOG_LINES).map((line) => cleanLine(line, cleaning));
    },
  };
}
