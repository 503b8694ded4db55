/** Addresses of the library index (library-index.ts). Without zod, since scripts of the site load it. */

/** Folder of the chunks. Raise the number when their shape changes, so that old scripts find no new chunks. */
export const INDEX_PATH = '/bibliotheek/1';

/** Address of a `LibrarySearchChunk`; a preview has its own `index`. */
export function searchChunkPath(number: number, index = INDEX_PATH): string {
  return `${index}/zoek/${number}.json`;
}

/** Address of a `LibraryViewChunk`, likewise. */
export function viewChunkPath(number: number, index = INDEX_PATH): string {
  return `${index}/beeld/${number}.json`;
}

interface IndexFile {
  number: number;
  part: 'search' | 'view';
}

/** The index file at a public path; null for another path. */
export function indexFileOf(path: string): IndexFile | null {
  const digits = /\/(0|[1-9]\d{0,7})\.json$/.exec(path)?.[1];
  if (digits === undefined) return null;
  const number = Number(digits);
  if (path === searchChunkPath(number)) return { number, part: 'search' };
  return path === viewChunkPath(number) ? { number, part: 'view' } : null;
}
