/** What files of the site are served as, whoever serves them: a file of any other kind does not exist (threat T16). */

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

/** Where the ending alone does not tell. */
const named = new Map([['rss.xml', 'application/rss+xml; charset=utf-8']]);

/** The ending of a file's name without its dot, in small letters; '' without one. */
export function endingOf(file: string): string {
  return /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}

/** The content type of a file by its name (pages end in .html there), or null for a kind that is not served. */
export function contentTypeOf(file: string): string | null {
  return named.get(file.split(/[/\\]/).at(-1) ?? '') ?? types.get(endingOf(file)) ?? null;
}
