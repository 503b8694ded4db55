/** A separate disk of a few megabytes, to be filled to the last byte (fault F7). */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Fills it. */
  fill: () => void;
  /** Frees some bytes; without a number, all of them. */
  release: (bytes?: number) => void;
  remove: () => void;
}

const PIECE = Buffer.alloc(64 * 1024, 1);

function fillFile(file: string): number {
  const handle = openSync(file, 'a');
  let written = 0;
  try {
    // Ends when the disk is full.
    for (let size = PIECE.length; size >= 1; ) {
      try {
        written += writeSync(handle, PIECE, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(handle);
  }
  return written;
}

/** Mounts one, or returns why this machine does not allow it. */
export function mountSmallDisk(megabytes: number): SmallDisk | { refusal: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'veldlicht-test', folder];
  const { status, stderr, error } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return { refusal: error?.message ?? stderr };
  }
  const file = path.join(folder, 'filler');
  let size = 0;
  return {
    folder,
    fill: () => {
      size += fillFile(file);
    },
    release: (bytes = size) => {
      size = Math.max(0, size - bytes);
      truncateSync(file, size);
    },
    remove: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
