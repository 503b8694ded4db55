import { endingOf } from '@veldlicht/contract/content-type';

const compressed = new Set(['html', 'css', 'js', 'json', 'xml', 'txt', 'webmanifest', 'svg']);

/** Whether a file may have compressed forms beside it. */
export function isCompressible(file: string): boolean {
  return compressed.has(endingOf(file));
}
