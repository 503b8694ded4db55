import { statfs } from 'node:fs/promises';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';

/** The figures the API holds itself to; tests set smaller ones. */
export interface Limits {
  /** Largest JSON body in bytes, and how long it may take to arrive. */
  jsonBytes: number;
  jsonMs: number;
  /** Small bodies that may be arriving at once: of more, the oldest is ended. Fewer than the Caddyfile lets in. */
  bodiesAtOnce: number;
  /** Largest JSON body in bytes of a call that carries many items. */
  bulkJsonBytes: number;
  /** Largest upload in bytes. */
  fileBytes: number;
  /** Files that one user may be sending at the same time (L2). */
  uploadsAtOnce: number;
  /** An upload brings at least this many bytes in every window, and ends within the cap. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  uploadCapMs: number;
  /** Free disk space in bytes below which uploads are refused, and how it is found out. */
  minFreeBytes: number;
  freeBytes: (folder: string) => Promise<number>;
  /** How long PUT /api/media-objects waits for the worker. */
  finaliseMs: number;
  /** How long a page of the preview is waited for, and how many at the same time. */
  previewMs: number;
  previewsAtOnce: number;
  /** Server-sent events: a comment at least this often. */
  heartbeatMs: number;
}

export const defaultLimits: Limits = {
  jsonBytes: 1024 * 1024,
  jsonMs: 30_000,
  bodiesAtOnce: 64,
  bulkJsonBytes: 2 * 1024 * 1024,
  fileBytes: MAX_FILE_BYTES,
  uploadsAtOnce: 8,
  uploadWindowMs: 30_000,
  uploadWindowBytes: 30 * 16 * 1024,
  uploadCapMs: 4 * 60 * 60 * 1000,
  minFreeBytes: Math.max(2 * 1024 ** 3, 2 * MAX_FILE_BYTES),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  finaliseMs: 60_000,
  previewMs: 30_000,
  previewsAtOnce: 32,
  heartbeatMs: 25_000,
};
