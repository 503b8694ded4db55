/** Content types of published files. Files of other kinds are not served (threat T16). */

const types = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json',
    xml: 'application/xml; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    webmanifest: 'application/manifest+json',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    webp: 'image/webp',
    avif: 'image/avif',
    ico: 'image/x-icon',
    woff2: 'font/woff2',
    mp4: 'video/mp4',
    vtt: 'text/vtt; charset=utf-8',
  }),
);

/** Files whose extension does not decide. */
const named = new Map([['rss.xml', 'application/rss+xml; charset=utf-8']]);

/** Extension in lower case, without its dot; '' for none. */
export function endingOf(file: string): string {
  return /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}

/** Content type by file name; null for a kind that is not served. */
export function contentTypeOf(file: string): string | null {
  return named.get(file.split(/[/\\]/).at(-1) ?? '') ?? types.get(endingOf(file)) ?? null;
}
