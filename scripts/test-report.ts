/** Reporter for `npm test` that writes the outcome of each test file to the file in TEST_REPORT. */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure, FileReport } from './run-again.ts';

type Errors = ReadonlyArray<{ message: string }> | undefined;

/** Empty when nothing failed. */
function failureOf(name: string, errors: Errors): Failure[] {
  if (!errors || errors.length === 0) return [];
  return [{ name, messages: errors.map(({ message }) => stripVTControlCharacters(message)) }];
}

function reportOf(file: TestModule): FileReport {
  const tests = [...file.children.allTests()];
  const failedTests = tests
    .filter((test) => test.result().state !== 'passed')
    .flatMap((test) => {
      const failure = failureOf(test.fullName, test.result().errors);
      return failure.length > 0
        ? failure
        : [{ name: test.fullName, messages: ['It did not run.'] }];
    });
  const around = [
    ...failureOf('', file.errors()),
    ...[...file.children.allSuites()].flatMap((suite) => failureOf(suite.fullName, suite.errors())),
  ];
  return {
    name: file.moduleId,
    passed: tests.length - failedTests.length,
    failures: [...failedTests, ...around],
  };
}

// biome-ignore lint/style/noDefaultExport: vitest asks for one
export default class TestReport implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(files.map(reportOf)));
  }
}
