/**
 * The process that makes pages from data (decision 104): of all files it can read those of the compiled site, and
 * nothing else. It takes one call at a time, in order, and compresses the page too: the other process has the files.
 */
import { pathToFileURL } from 'node:url';
import { compressed } from './compress.ts';

const { render } = await import(pathToFileURL(process.argv[2]).href);

let work = Promise.resolve();
process.on('message', ({ path, page }) => {
  work = work
    .then(() => render(path, page))
    .then(({ status, text }) => {
      const body = Buffer.from(text);
      return { status, body, forms: compressed(body) };
    })
    .then(
      (made) => process.send(made),
      (error) =>
        process.send({ error: { message: String(error?.message ?? error), stack: error?.stack } }),
    );
});
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
