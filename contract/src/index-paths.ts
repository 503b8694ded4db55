/** Addresses of the library index (library-index.ts). Visitors' scripts read them: no schema may stand here. */

/** Below it stand the chunks; the number is raised when their shape changes, so that no script reads another shape. */
export const INDEX_PATH = '/bibliotheek/1';

/** Address of a `LibrarySearchChunk`; `index` is another one in a preview. */
export function searchChunkPath(number: number, index = INDEX_PATH): string {
  return `${index}/zoek/${number}.json`;
}

/** Address of a `LibraryViewChunk`, likewise. */
export function viewChunkPath(number: number, index = INDEX_PATH): string {
  return `${index}/beeld/${number}.json`;
}

/** A file of a chunk. */
export interface IndexFile {
  number: number;
  part: 'search' | 'view';
}

/** The file of the index that a public path leads to; null for another path. */
export function indexFileOf(path: string): IndexFile | null {
  const digits = /\/(0|[1-9]\d{0,7})\.json$/.exec(path)?.[1];
  if (digits === undefined) return null;
  const number = Number(digits);
  if (path === searchChunkPath(number)) return { number, part: 'search' };
  return path === viewChunkPath(number) ? { number, part: 'view' } : null;
}
