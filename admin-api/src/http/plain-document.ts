/** Pages of the server itself: plain, and not for search engines. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** What `html` makes: text that is escaped already. */
type Markup = ReturnType<typeof html>;

interface PlainDocument {
  title: string;
  language?: 'en' | 'nl';
  /** Only where the policy of the answer lets it in. */
  style?: string;
}

/** The policy of such a page: nothing but its own style, and its forms go nowhere else. */
export function stylePolicy(style: string, forms: "'self'" | "'none'"): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`;
}

/** A whole page around `body`. Whatever is put in by `html` is escaped there (threat T14). */
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
