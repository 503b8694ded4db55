/** Malicious files, and what the image process may make of them. */
import { expect } from 'vitest';
import { ImageProcessError } from '#renditions/image-process.ts';
import type { useImageBench } from './image-bench.ts';
import { box } from './iso-box.ts';

type Bench = ReturnType<typeof useImageBench>;

/** Nests boxes of two kinds; each is 8 bytes longer than the one in it. */
export function nestedBoxes(depth: number, [odd, even]: [string, string]): Buffer {
  return Buffer.concat(
    Array.from({ length: depth }, (_, n) => {
      const head = box(n === depth - 1 ? 'free' : n % 2 ? odd : even);
      head.writeUInt32BE((depth - n) * 8);
      return head;
    }),
  );
}

/** Inspects a picture, which leaves no file unless it is accepted. Returns whether it is. */
export async function inspectPicture(bench: Bench, bytes: Buffer, what: string): Promise<boolean> {
  const outcome = await bench.inspect(bytes);
  expect(bench.list(bench.put(bytes).hash), what).toEqual(outcome.ok ? ['960.jpg'] : []);
  if (!outcome.ok) expect(outcome.reason, what).toMatch(/^(?:file_damaged|\w+_refused|photo_too_)/);
  return outcome.ok;
}

/** Inspects a video: it ends, with a refusal or for its memory, leaves no file, and a photo is accepted after it. */
export async function outliveVideo(bench: Bench, bytes: Buffer, photo: Buffer): Promise<void> {
  const outcome = await bench.inspect(bytes).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    // It was killed before it used all memory.
    expect(outcome).toBeInstanceOf(ImageProcessError);
    expect(outcome).toMatchObject({ reason: 'memory' });
  }
  const isTaken = Object(outcome).ok === true;
  expect(bench.list(bench.put(bytes).hash)).toEqual(isTaken ? ['960.jpg'] : []);
  expect(await bench.inspect(photo)).toMatchObject({ ok: true });
}
