/** What we serve, and as what: a file of any other kind does not exist (threat T16). */
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
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
};

/** Where the ending alone does not tell. */
const named: Record<string, string> = { 'rss.xml': 'application/rss+xml; charset=utf-8' };

const compressed = new Set(['html', 'css', 'js', 'json', 'xml', 'txt', 'webmanifest', 'svg']);

function extensionOf(file: string): string {
  return path.extname(file).slice(1).toLowerCase();
}

/** The content type of a file by its name, or null for a kind that is not served. */
export function contentTypeOf(file: string): string | null {
  return named[path.basename(file)] ?? types[extensionOf(file)] ?? null;
}

/** Whether a file may have compressed forms beside it. */
export function isCompressible(file: string): boolean {
  return compressed.has(extensionOf(file));
}
