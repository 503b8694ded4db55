/** The content type of a file of the site by its name (pure). */
import path from 'node:path';

const types: Record<string, string> = {
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
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};

/** Where the ending alone does not tell. */
const named: Record<string, string> = { 'rss.xml': 'application/rss+xml; charset=utf-8' };

/** `file` is the name as a file: pages end in .html there. Throws for a kind that nobody expected. */
export function fileType(file: string): string {
  const type = named[path.basename(file)] ?? types[path.extname(file).slice(1).toLowerCase()];
  if (type === undefined) throw new Error(`${file} is of no known type`);
  return type;
}
