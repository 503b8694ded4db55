/** HTML pages that the server writes itself: plain, and hidden from search engines. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** Escaped HTML, as `html` returns it. */
type Markup = ReturnType<typeof html>;

interface PlainDocument {
  title: string;
  language?: 'en' | 'nl';
  /** CSS; the response needs `stylePolicy` of it. */
  style?: string;
}

/** A Content-Security-Policy that allows this one inline style and forms to `forms`. */
export function stylePolicy(style: string, forms: "'self'" | "'none'"): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`;
}

/** A whole page around `body`; `html` escapes its values (threat T14). */
export function plainDocument({ title, language = 'nl', style }: PlainDocument, body: Markup) {
  const styles = style === undefined ? '' : html`<style>${raw(style)}</style>`;
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    ${styles}
  </head>
  <body>${body}</body>
</html>`;
}
