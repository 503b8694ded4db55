/** A store without a disk behind it: quick enough to cut a deploy off at every one of its steps. */
import { readFileSync } from 'node:fs';
import { type FileStore, inPlaceTarget } from '../deploy/in-place-target.ts';
import type { TargetBench } from './target-suite.ts';

function memoryStore(files: Map<string, string>): FileStore {
  return {
    naming: 'address',
    hasVariants: false,
    read: async (name) => files.get(name) ?? null,
    write: async (name, text) => void files.set(name, text),
    put: async ({ name, fetch }) => {
      const { path } = await fetch();
      files.set(name, readFileSync(path, 'latin1'));
    },
    remove: async (name) => void files.delete(name),
    list: async function* () {
      yield* [...files.keys()];
    },
    inspect: async () => undefined,
  };
}

export async function openMemoryBench(): Promise<TargetBench> {
  const files = new Map<string, string>();
  return {
    open: () => inPlaceTarget(memoryStore(files)),
    read: async (name) => files.get(name) ?? null,
    names: async () => [...files.keys()].sort(),
    plant: async (name, text) => void files.set(name, text),
    clear: async () => files.clear(),
    close: async () => undefined,
  };
}
