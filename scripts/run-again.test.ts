import { expect, it } from 'vitest';
import {
  type FileReport,
  filesToRunAgain,
  hiddenFailures,
  PAGE_ERROR,
  totalsOf,
} from './run-again.ts';

const JOURNEY = '/x/e2e/src/panel/species.test.ts';
const file = (name: string, ...messages: string[]): FileReport => ({
  name,
  passed: 2,
  failures: messages.map((message) => ({ name: 'a species is added', messages: [message] })),
});
const failing = (count: number) =>
  Array.from({ length: count }, (_, n) => file(`/x/e2e/src/panel/${n}.test.ts`, 'Timeout'));

it.each([
  ['journeys', [file(JOURNEY, 'Timeout'), file('/x/scripts/a.test.ts')], [JOURNEY]],
  ['suites of system programs', [file('/x/a.system.test.ts', 'no')], ['/x/a.system.test.ts']],
  ['nothing when all passed', [file(JOURNEY)], []],
  ['nothing when a unit test fails', [file(JOURNEY, 'no'), file('/x/a.test.ts', 'no')], []],
  ['nothing when many fail', failing(5), []],
  [
    'no file with a page error',
    [file(JOURNEY, 'Timeout', `${PAGE_ERROR}/admin: x is null`), ...failing(1)],
    ['/x/e2e/src/panel/0.test.ts'],
  ],
])('runs again %s', (_, reports, again) => {
  expect(filesToRunAgain(reports)).toEqual(again);
});

it('reports failures hidden by a second run, with their errors', () => {
  const first = [file(JOURNEY, 'waited in vain\n  for a row'), ...failing(1)];
  const second = [file(JOURNEY), ...failing(1)];
  expect(hiddenFailures(first, second, '/x')).toEqual([
    'Passed only when it ran alone: e2e/src/panel/species.test.ts',
    '  a species is added: waited in vain for a row',
  ]);
  expect(hiddenFailures(first, [], '/x')).toEqual([]);
});

it('counts a file by its last run, also if it failed outside of its tests', () => {
  const around = {
    ...file('/x/e2e/src/panel/a.test.ts'),
    failures: [{ name: '', messages: ['no'] }],
  };
  expect(totalsOf([file(JOURNEY, 'Timeout'), around], [file(JOURNEY)])).toEqual({
    passed: 4,
    failed: 1,
  });
});
