/** Which files of `npm test` are run again, and what is said of what that hides (pure; decision 072). */
import path from 'node:path';

/** What a run of vitest found in a file. */
export interface FileReport {
  /** The whole path of the test file. */
  name: string;
  passed: number;
  /** Tests that did not pass, and what failed around them: before, after, or while the file was read. */
  failures: Failure[];
}

export interface Failure {
  /** Of the test; empty for the file itself. */
  name: string;
  messages: string[];
}

/** What a test says of an error of the page begins with this. */
export const PAGE_ERROR = 'The page complained: ';

const hasFailed = ({ failures }: FileReport) => failures.length > 0;

/** Journeys wait for programs and a browser, which a busy machine keeps waiting. Unit tests have no such excuse. */
const waitsForOthers = ({ name }: FileReport) => /[\\/]e2e[\\/]|\.system\.test\.ts$/.test(name);

/** An error of the page is one on any machine. */
const hasPageError = ({ failures }: FileReport) =>
  failures.some(({ messages }) => messages.some((message) => message.includes(PAGE_ERROR)));

/** More files than this fail for a reason. */
const MOST_AGAIN = 4;

/** The files to run again by themselves: a slow machine may be why they failed. */
export function filesToRunAgain(reports: readonly FileReport[]): string[] {
  const failed = reports.filter(hasFailed);
  if (failed.length > MOST_AGAIN || !failed.every(waitsForOthers)) return [];
  return failed.filter((file) => !hasPageError(file)).map(({ name }) => name);
}

/** Letters of a message that are repeated. */
const MOST_LETTERS = 400;

/** Names each file that failed and then passed by itself, with everything that had failed in it. */
export function hiddenFailures(
  first: readonly FileReport[],
  second: readonly FileReport[],
  root: string,
): string[] {
  const passed = new Set(second.filter((file) => !hasFailed(file)).map(({ name }) => name));
  return first
    .filter((file) => hasFailed(file) && passed.has(file.name))
    .flatMap(({ name, failures }) => [
      `Passed only when it ran alone: ${path.relative(root, name)}`,
      ...failures.map((failure) => {
        const message = failure.messages.join(' | ').replace(/\s+/g, ' ').slice(0, MOST_LETTERS);
        return `  ${failure.name || 'around its tests'}: ${message}`;
      }),
    ]);
}

/** Totals of a run: a file that ran again counts as it did then. */
export function totalsOf(first: readonly FileReport[], second: readonly FileReport[]) {
  const again = new Set(second.map(({ name }) => name));
  const counted = [...first.filter(({ name }) => !again.has(name)), ...second];
  return {
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failed: counted.reduce((sum, { failures }) => sum + failures.length, 0),
  };
}
