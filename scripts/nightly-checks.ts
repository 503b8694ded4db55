/** The checks of `npm run nightly`. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { roundsVariable } from './nightly-figures.ts';

export const root = path.join(import.meta.dirname, '..');
/** Folder of the results. */
export const results = path.join(root, 'bench/results');
export const isShort = process.env.NIGHTLY_SHORT === '1';
const SOAK_MINUTES = isShort ? 3 : 60;

export interface Check {
  name: string;
  command: string[];
  variables: Record<string, string>;
  /** Timeout. */
  minutes: number;
  /** Folder with its figures, if it is a bench. */
  resultFolder?: string;
  /** Passes without figures. */
  hasNoFigures?: boolean;
}

const vitest = path.join(root, 'node_modules/.bin/vitest');

/** A test with more rounds. */
function test(name: string, suite: string, file: string, rounds: number, minutes: number): Check {
  return {
    name,
    minutes,
    command: [vitest, 'run', '--project', suite, file],
    variables: { [roundsVariable(name)]: String(rounds) },
  };
}

/** A bench whose exit code tells whether its goals are met. */
function bench(name: string, minutes: number, variables: Record<string, string> = {}): Check {
  const command = [process.execPath, path.join(root, 'bench/src/main.ts'), name];
  return { name, command, variables, minutes, resultFolder: results };
}

/** Tests with more rounds; the last word of the command is the file. */
export const rounds: Check[] = [
  test('kills', 'system', 'e2e/src/machine/killed-programs.system.test.ts', isShort ? 20 : 100, 60),
  test('readers', 'unit', 'content-build/src/publish/readers.test.ts', 1000, 15),
  test('writers', 'unit', 'content-build/src/publish/busy-database.test.ts', 500, 30),
  test(
    'videos',
    'nightly',
    'content-build/src/renditions/image-child/published-video.nightly.test.ts',
    isShort ? 8 : 60,
    60,
  ),
  test('photos', 'browser', 'e2e/src/panel/upload-keys.test.ts', 1000, 30),
  test(
    'lightroom',
    'system',
    'e2e/src/machine/lightroom/lightroom.system.test.ts',
    isShort ? 100 : 1000,
    60,
  ),
  test(
    'many-files',
    'unit',
    'admin-api/src/moving/read-form.test.ts',
    isShort ? 5000 : 100_000,
    45,
  ),
  test('moving', 'nightly', 'e2e/src/machine/moving.nightly.test.ts', isShort ? 100 : 1000, 60),
  test('folder', 'browser', 'e2e/src/panel/bulk-drafts.test.ts', 1000, 45),
  test(
    'stories',
    'unit',
    'content-build/src/publish/publish.property.test.ts',
    isShort ? 15 : 100,
    30,
  ),
  test(
    'access',
    'unit',
    'admin-api/src/two-factor/enforcement.model.test.ts',
    isShort ? 40 : 500,
    20,
  ),
  test('cuts', 'nightly', 'content-build/src/ci/rclone.nightly.test.ts', isShort ? 10 : 200, 30),
  test(
    'publish-kills',
    'unit',
    'content-build/src/publish/killed-publish.test.ts',
    isShort ? 5 : 100,
    30,
  ),
  test('slow-bodies', 'system', 'admin-api/src/slow-bodies.system.test.ts', 25, 10),
  test('reads', 'unit', 'content-build/src/publish/read-while-publishing.test.ts', 100, 15),
  test('render-kills', 'unit', 'content-build/src/renditions/image-process.test.ts', 20, 15),
  test('worlds', 'unit', 'content-build/src/publish/two-worlds.property.test.ts', 50, 15),
  test('previews', 'unit', 'content-build/src/preview/preview.property.test.ts', 50, 15),
  test('courses', 'unit', 'admin-api/src/history/undo.property.test.ts', 50, 15),
  test(
    'facts',
    'system',
    'content-build/src/renditions/image-child/file-facts.system.test.ts',
    8,
    10,
  ),
  // More than the places in the metadata of the test.
  test('metadata', 'unit', 'content-build/src/renditions/image-child/photo.test.ts', 1000, 15),
  // More than the steps of any publish in the test.
  test('publish-cuts', 'unit', 'content-build/src/publish/cut-publish.test.ts', 1000, 30),
  test('long-publish', 'unit', 'content-build/src/publish/hide-at-once.test.ts', 2000, 15),
  test('texts', 'browser', 'e2e/src/panel/media.test.ts', 31, 20),
  test('series', 'browser', 'e2e/src/panel/stories.test.ts', 40, 15),
];

/** Files of the suite `nightly` that no check above runs. */
const others = globSync('{scripts,*/src/**}/*.nightly.test.ts', { cwd: root }).filter(
  (file) => !rounds.some(({ command }) => command.at(-1) === file),
);
const suite: Check = {
  name: 'suite',
  command: [vitest, 'run', '--project', 'nightly', ...others],
  variables: {},
  minutes: 60,
  hasNoFigures: true,
};

export const checks: Check[] = [
  suite,
  ...rounds,
  bench('leak', 30),
  bench('soak', SOAK_MINUTES + 10, { SOAK_MINUTES: String(SOAK_MINUTES) }),
];
