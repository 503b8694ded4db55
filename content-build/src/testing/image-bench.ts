/** An image process with its own folders, for tests. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acceptedVideos } from '@veldlicht/contract/upload';
import { dataFolder } from '@veldlicht/database/data-folder';
import { afterAll } from 'vitest';
import { chooseRoom } from '#renditions/decoder-room.ts';
import { RefusedFile } from '#renditions/image-child/image-types.ts';
import { sniffFormat } from '#renditions/image-child/sniff.ts';
import { startImageProcess } from '#renditions/image-process.ts';

/** Edition and packet of the stills in tests. */
export const WORDING = { edition: '3', packet: 'words of a test'.padEnd(64) };
export const PACKET = Buffer.from(WORDING.packet);

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

type Limits = Partial<Parameters<typeof startImageProcess>[0]>;

export type ImageBench = ReturnType<typeof createImageBench>;

/** A bench for a file of tests, closed after the last one. */
export function useImageBench(limits: Limits = {}): ImageBench {
  const bench = createImageBench(limits);
  afterAll(bench.close);
  return bench;
}

/** Resolves to what a file is accepted with, or why it is refused. */
async function outcomeOf<T extends object>(inspecting: Promise<T>) {
  try {
    return { ok: true, ...(await inspecting) } as const;
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return { ok: false, code: error.code, reason: error.reason } as const;
  }
}

export function createImageBench(limits: Limits = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-images-'));
  const renditionsFolder = path.join(folder, 'renditions');
  mkdirSync(renditionsFolder);
  const room = chooseRoom({ ...dataFolder(folder), incoming: folder }, silentLog);
  const images = startImageProcess({ log: silentLog, room, ...limits });

  /** Stores an upload; returns the input of `inspect`. */
  const put = (bytes: Buffer | string) => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const file = path.join(folder, hash);
    writeFileSync(file, bytes);
    return { file, renditionsFolder, hash };
  };

  /** Inspects and renders an accepted file. */
  const renderAll = async (bytes: Buffer) => {
    const { file, hash } = put(bytes);
    const inspected = await images.inspect({ file, renditionsFolder, hash });
    const { duration, extension } = inspected.facts;
    const input = { file, hash, renditionsFolder, duration, ...WORDING };
    const rendered = await images.render({ ...input, extension });
    return { inspected, rendered, folder: path.join(renditionsFolder, hash) };
  };

  /** Inspects a video in this process: starting one takes longer than a short video. */
  const inspectVideoIn = async (bytes: Buffer) => {
    const { inspectVideo } = await import('#renditions/image-child/video.ts');
    const { file, hash } = put(bytes);
    const extension = await sniffFormat(file);
    if (!acceptedVideos.some((one) => one === extension))
      throw new Error(`${extension} is no video`);
    const input = { file, extension, renditionsFolder, hash };
    return { input, inspected: await inspectVideo(input) };
  };

  /** Inspects and renders an accepted video in this process. */
  const renderVideoHere = async (bytes: Buffer) => {
    const { renderVideo } = await import('#renditions/image-child/video.ts');
    const { input, inspected } = await inspectVideoIn(bytes);
    const { duration } = inspected.facts;
    await renderVideo({ ...input, duration, ...WORDING }, () => {});
    return { inspected, folder: path.join(renditionsFolder, input.hash) };
  };

  return {
    images,
    folder,
    put,
    renderAll,
    renderVideoHere,
    /** What a file is accepted with, or why it is refused. */
    inspect: (bytes: Buffer | string) => outcomeOf(images.inspect(put(bytes))),
    /** The same of a video, in this process. */
    inspectVideoHere: (bytes: Buffer) =>
      outcomeOf(inspectVideoIn(bytes).then(({ inspected }) => inspected)),
    /** Sorted names of renditions. */
    list: (hash: string): string[] => {
      const names = readdirSync(renditionsFolder).includes(hash);
      return names ? readdirSync(path.join(renditionsFolder, hash)).sort() : [];
    },
    read: (hash: string, name: string) => readFileSync(path.join(renditionsFolder, hash, name)),
    close: async (): Promise<void> => {
      await images.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
