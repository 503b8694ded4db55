import { html } from 'hono/html';
import { plainDocument } from '#http/plain-document.ts';

/** What is said in place of a page of the preview. */
export function plainPage(title: string, text: string) {
  const body = html`
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="/admin">Naar het beheer</a></p>`;
  return plainDocument({ title }, body);
}
