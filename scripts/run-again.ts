/** Selects the test files that `npm test` runs again, and reports failures that this hides (decision 003). Pure. */
import path from 'node:path';

/** Outcome of a test file. */
export interface FileReport {
  /** Full path of the test file. */
  name: string;
  passed: number;
  /** Failed tests, and errors outside of tests. */
  failures: Failure[];
}

export interface Failure {
  /** Name of the test; empty for the file itself. */
  name: string;
  messages: string[];
}

/** Start of a message about an error in the page. */
export const PAGE_ERROR = 'The page complained: ';

const hasFailed = ({ failures }: FileReport) => failures.length > 0;

/** Journeys depend on programs and a browser, which may be slow on a busy machine; unit tests do not. */
const waitsForOthers = ({ name }: FileReport) => /[\\/]e2e[\\/]|\.system\.test\.ts$/.test(name);

/** Errors in the page are never due to a busy machine. */
const hasPageError = ({ failures }: FileReport) =>
  failures.some(({ messages }) => messages.some((message) => message.includes(PAGE_ERROR)));

/** More failures than this count as real. */
const MOST_AGAIN = 4;

/** Files to run again alone, as a slow machine may have made them fail. */
export function filesToRunAgain(reports: readonly FileReport[]): string[] {
  const failed = reports.filter(hasFailed);
  if (failed.length > MOST_AGAIN || !failed.every(waitsForOthers)) return [];
  return failed.filter((file) => !hasPageError(file)).map(({ name }) => name);
}

/** Maximum characters of a message in the report. */
const MOST_LETTERS = 400;

/** Reports each file that failed and then passed alone, with its failures. */
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

/** Totals of a run; a file that ran again counts by its second run. */
export function totalsOf(first: readonly FileReport[], second: readonly FileReport[]) {
  const again = new Set(second.map(({ name }) => name));
  const counted = [...first.filter(({ name }) => !again.has(name)), ...second];
  return {
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failed: counted.reduce((sum, { failures }) => sum + failures.length, 0),
  };
}
