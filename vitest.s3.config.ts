import { defineConfig } from 'vitest/config';

/** What needs a real S3 service; `npm run test:s3`, apart from the suites of `npm test`. */
export default defineConfig({
  test: {
    name: 's3',
    globalSetup: 'database/src/testing/template-setup.ts',
    expect: { poll: { timeout: 60_000 } },
    include: ['**/*.s3.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
