import { defineConfig } from 'vitest/config';

const workspaces = '{contract,database,admin-api,content-build,site,admin-ui,scripts}';

/** They need ffmpeg and a browser. */
const filmsInBrowser = ['e2e/src/video-player.system.test.ts', 'e2e/src/plain-film.system.test.ts'];

/** Only time says that a machine is slow: what is waited for comes, or the test fails late. */
const patient = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/**
 * Vitest leaves one core to itself, and would run one file after the other on two. Every file starts
 * what it needs on ports and in folders of its own.
 */
const twoAtOnce = { maxWorkers: 2 };

/** Four suites: plain Node, system programs (caddy, ffmpeg), a real browser, and both together. */
export default defineConfig({
  test: {
    globalSetup: 'database/src/testing/template-setup.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${workspaces}/**/*.test.{ts,tsx}`],
          exclude: ['**/node_modules/**', '**/*.system.test.ts', '**/*.s3.test.ts'],
          ...twoAtOnce,
          ...patient,
        },
      },
      {
        test: {
          name: 'system',
          include: ['**/*.system.test.ts'],
          exclude: ['**/node_modules/**', ...filmsInBrowser],
          fileParallelism: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.test.ts'],
          exclude: ['**/*.system.test.ts', '**/*.s3.test.ts'],
          ...twoAtOnce,
          ...patient,
        },
      },
      {
        test: {
          name: 'film',
          include: filmsInBrowser,
          fileParallelism: false,
          ...patient,
        },
      },
    ],
  },
});
