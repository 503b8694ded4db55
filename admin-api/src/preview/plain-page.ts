import { html } from 'hono/html';

/** What is said in place of a page of the preview. */
export function plainPage(title: string, text: string) {
  return html`<!doctype html>
<html lang="nl">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="/admin">Naar het beheer</a></p>
  </body>
</html>`;
}
