import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const workspaces = '{contract,database,admin-api,content-build,site,admin-ui,scripts}';

/** They need ffmpeg and a browser. */
const videosInBrowser = ['e2e/src/site/video-player.system.test.ts'];

/**
 * Many rounds, files, lengths and random kills, real hangs, and whole days: never part of `npm test`, which has a quick
 * example of each promise.
 */
const nightly = '**/*.nightly.test.ts';

/** They replace a module, and it would stay replaced for the files that run after them. */
const withOtherModules = [
  'admin-api/src/auth/sign-in-flood.test.ts',
  'content-build/src/renditions/image-child/rendition-folder.test.ts',
  'content-build/src/publish/durable-order.test.ts',
  'database/src/backup/other-disk.test.ts',
];

const common = {
  /**
   * Three files at a time keep two cores busy, as many spend much time waiting; a fourth wins nothing, and journeys come
   * too late. Every file starts what it needs on ports and in folders of its own.
   */
  maxWorkers: 3,
  /** One process runs many files: loading the same modules for each took a third of the time. */
  isolate: false,
  /** A slow machine must not fail a test: what is waited for comes, or the test fails late. */
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 240_000,
  /** Its processes, and the programs that they fork, load packages quickly; others load what is compiled. */
  execArgv: [`--import=${new URL('./scripts/quick-modules.mjs', import.meta.url).href}`],
  hookTimeout: 240_000,
};

interface Suite {
  name: string;
  include: string[];
  exclude?: string[];
  isolate?: boolean;
  globalSetup?: string;
}

const suite = ({ exclude = [], ...own }: Suite): TestProjectInlineConfiguration => ({
  test: { ...common, ...own, exclude: ['**/node_modules/**', '**/*.s3.test.ts', ...exclude] },
});

/**
 * Plain Node, system programs (caddy, ffmpeg), a real browser, and the last two together. vitest begins with the first
 * name: the long files of browsers, and not one of them when all others have ended.
 */
export default defineConfig({
  test: {
    globalSetup: [
      'database/src/testing/template-setup.ts',
      'content-build/src/testing/compile-image-child.ts',
    ],
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      suite({
        name: 'unit',
        include: [`${workspaces}/**/*.test.{ts,tsx}`],
        exclude: ['**/*.system.test.ts', nightly, ...withOtherModules],
      }),
      suite({ name: 'unit-alone', include: withOtherModules, isolate: true }),
      suite({ name: 'system', include: ['**/*.system.test.ts'], exclude: videosInBrowser }),
      suite({
        name: 'browser',
        include: ['e2e/src/**/*.test.ts'],
        // Made before any file of any suite begins: the others copy it too.
        globalSetup: 'e2e/src/support/template-setup.ts',
        exclude: ['**/*.system.test.ts', nightly],
      }),
      suite({ name: 'browser-video', include: videosInBrowser }),
      suite({
        name: 'nightly',
        include: [nightly],
        globalSetup: 'e2e/src/support/template-setup.ts',
      }),
    ],
  },
});
