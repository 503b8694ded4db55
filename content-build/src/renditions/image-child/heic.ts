/** HEIC: HEVC is not in sharp, so libheif decodes it in WebAssembly, upright, without loss. */
import { Worker } from 'node:worker_threads';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { HeicShare } from './heic-thread.ts';
import type { PictureHeader } from './picture-header.ts';

/** Rejects when the picture cannot be decoded. */
function finish(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
  });
}

/** In as many threads as sharp would take. */
async function decode(work: Omit<HeicShare, 'part' | 'parts'>): Promise<void> {
  const parts = sharp.concurrency();
  const threads = Array.from({ length: parts }, (_, part) => {
    const workerData: HeicShare = { ...work, part, parts };
    return new Worker(new URL('./heic-thread.ts', import.meta.url), { workerData, execArgv: [] });
  });
  try {
    await Promise.all(threads.map(finish));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** A pipeline that begins with the codes of the decoded picture; of 16 bits when they are to be mapped. */
export async function openHeic(
  file: string,
  { upright: { width, height }, hasAlpha, hdr, bits }: PictureHeader,
  options: SharpOptions,
): Promise<Sharp> {
  const isDeep = hdr !== null && bits > 8;
  const channels = hasAlpha ? 4 : 3;
  const pixels = new SharedArrayBuffer(width * height * channels * (isDeep ? 2 : 1));
  await decode({ file, width, height, channels, pixels, isDeep });
  const codes = isDeep ? new Uint16Array(pixels) : new Uint8Array(pixels);
  return sharp(codes, { ...options, raw: { width, height, channels } });
}
