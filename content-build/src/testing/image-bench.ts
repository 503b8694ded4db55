/** A running image process with folders of its own, for tests. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { dataFolder } from '@veldlicht/database/data-folder';
import { afterAll } from 'vitest';
import type { InspectOutcome, RenderOutcome } from '#image-child/image-types.ts';
import { chooseRoom } from '#renditions/decoder-room.ts';
import { type ImageProcess, startImageProcess } from '#renditions/image-process.ts';

/** What the stills of tests are made with. */
export const WORDING = { edition: '3', packet: 'words of a test'.padEnd(64) };
export const PACKET = Buffer.from(WORDING.packet);

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

type Limits = Partial<Parameters<typeof startImageProcess>[0]>;

export interface ImageBench {
  images: ImageProcess;
  folder: string;
  /** Stores bytes as an upload; returns what `inspect` wants. */
  put: (bytes: Buffer | string) => { file: string; renditionsFolder: string; hash: string };
  inspect: (bytes: Buffer | string) => Promise<InspectOutcome>;
  /** Inspects and renders bytes that are accepted. */
  renderAll: (
    bytes: Buffer,
  ) => Promise<{ inspected: Accepted; rendered: Rendered; folder: string }>;
  /** Names of the renditions of a hash; empty when there is no folder. */
  list: (hash: string) => string[];
  read: (hash: string, name: string) => Buffer;
  close: () => Promise<void>;
}
type Accepted = Extract<InspectOutcome, { ok: true }>;
type Rendered = Extract<RenderOutcome, { ok: true }>;

/** A bench for all tests of a file, closed after the last one. */
export function useImageBench(limits: Limits = {}): ImageBench {
  const bench = createImageBench(limits);
  afterAll(bench.close);
  return bench;
}

export function createImageBench(limits: Limits = {}): ImageBench {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-images-'));
  const renditionsFolder = path.join(folder, 'renditions');
  mkdirSync(renditionsFolder);
  const room = chooseRoom({ ...dataFolder(folder), incoming: folder }, silentLog);
  const images = startImageProcess({ log: silentLog, room, ...limits });

  const put = (bytes: Buffer | string) => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const file = path.join(folder, hash);
    writeFileSync(file, bytes);
    return { file, renditionsFolder, hash };
  };

  const renderAll = async (bytes: Buffer) => {
    const { file, hash } = put(bytes);
    const inspected = await images.inspect({ file, renditionsFolder, hash });
    if (!inspected.ok) throw new Error(inspected.reason);
    const { width, height, extension } = inspected.facts;
    const input = { original: file, hash, renditionsFolder, width, height, ...WORDING };
    const rendered = await images.render({
      ...input,
      extension: extension satisfies AcceptedFormat,
    });
    if (!rendered.ok) throw new Error(rendered.reason);
    return { inspected, rendered, folder: path.join(renditionsFolder, hash) };
  };

  return {
    images,
    folder,
    put,
    renderAll,
    inspect: (bytes) => images.inspect(put(bytes)),
    list: (hash) => {
      const names = readdirSync(renditionsFolder).includes(hash);
      return names ? readdirSync(path.join(renditionsFolder, hash)).sort() : [];
    },
    read: (hash, name) => readFileSync(path.join(renditionsFolder, hash, name)),
    close: async () => {
      await images.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
