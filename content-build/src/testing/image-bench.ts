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

  /** Inspects and renders an accepted video in this process: starting one takes longer than a short video. */
  const renderVideoHere = async (bytes: Buffer) => {
    const { inspectVideo, renderVideo } = await import('#renditions/image-child/video.ts');
    const { file, hash } = put(bytes);
    const extension = await sniffFormat(file);
    if (!acceptedVideos.some((one) => one === extension))
      throw new Error(`${extension} is no video`);
    const inspected = await inspectVideo({ file, extension, renditionsFolder, hash });
    const { duration } = inspected.facts;
    const input = { file, extension, hash, renditionsFolder, duration, ...WORDING };
    await renderVideo(input, () => {});
    return { inspected, folder: path.join(renditionsFolder, hash) };
  };

  return {
    images,
    folder,
    put,
    renderAll,
    renderVideoHere,
    /** What a file is accepted with, or why it is refused. */
    inspect: (bytes: Buffer | string) =>
      images.inspect(put(bytes)).then(
        (inspected) => ({ ok: true, ...inspected }) as const,
        (error: unknown) => {
          if (!(error instanceof RefusedFile)) throw error;
          return { ok: false, code: error.code, reason: error.reason } as const;
        },
      ),
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
