/**
 * Entry of the render process (decision 004), which can read only the compiled site. It renders and compresses one page
 * at a time; its parent writes the files.
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
