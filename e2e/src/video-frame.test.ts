/** No still of a video that a browser does not play; that of one that it plays is in plain-video.system.test.ts. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closePages, sharedBrowser } from './browser.ts';

const source = '../../admin-ui/src/features/media/upload/video-frame.ts';

/** Runs in the page: what becomes of a file that is no video. */
const IN_PAGE = `
  const stillOf = (signal) =>
    frameOfVideo(new File(['no video at all'], 'vos.webm', { type: 'video/webm' }), signal)
      .catch((error) => error.name);`;

it('is nothing for a file that the browser does not play, and ends when the upload is stopped', async () => {
  const page = await (await sharedBrowser()).newPage();
  await page.setContent('<title>videos</title>');
  const text = readFileSync(path.join(import.meta.dirname, source), 'utf8');
  const script = stripTypeScriptTypes(text).replaceAll('export ', '');
  await page.addScriptTag({ content: script + IN_PAGE });
  expect(await page.evaluate('stillOf(new AbortController().signal)')).toBeNull();
  expect(await page.evaluate('stillOf(AbortSignal.abort())')).toBe('AbortError');
  await closePages();
});
