/** Whether a file of a release has the bytes that were made, in each form it is served in. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '@veldlicht/database/sha256';
import type { PageRecord } from './release-folder.ts';
import { type VariantSuffix, variantSuffixes } from './staging.ts';

const unpack: Record<VariantSuffix, (bytes: Buffer) => Buffer> = {
  '': (bytes) => bytes,
  '.br': brotliDecompressSync,
  '.gz': gunzipSync,
};

/** Whether all forms of a file hold the right bytes; false when one can't be read. */
export function isSound(file: string, isRight: (bytes: Buffer) => boolean): boolean {
  try {
    return variantSuffixes(file).every((form) => isRight(unpack[form](readFileSync(file + form))));
  } catch {
    return false;
  }
}

/** Whether a page has its bytes, in each form. */
export function isSoundPage(folder: string, page: Pick<PageRecord, 'file' | 'sha256'>): boolean {
  return isSound(path.join(folder, page.file), (bytes) => sha256(bytes) === page.sha256);
}
