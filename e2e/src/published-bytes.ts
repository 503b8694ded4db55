/** Reads everything that a visitor could ask for, as bytes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Null when it is gone: the worker clears old releases away after each publish, also just now. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function filesBelow(folder: string): string[] {
  return (ifThere(() => readdirSync(folder)) ?? []).flatMap((name) => {
    const place = path.join(folder, name);
    const found = ifThere(() => statSync(place));
    if (!found) return [];
    return found.isDirectory() ? filesBelow(place) : [place];
  });
}

/** Every file below releases and pictures, also those that no address leads to. */
export function publishedFiles(dataDir: string): Map<string, Buffer> {
  return filesOf(['releases', 'public'].map((name) => path.join(dataDir, name)));
}

/** Every file that can be asked for now, by its name: the live release, client files, index, pictures. */
export function servedFiles(dataDir: string): [string, Buffer][] {
  const roots = ['releases/current', 'releases/assets', 'releases/index', 'public'];
  return [...filesOf(roots.map((name) => path.join(dataDir, name)))];
}

function filesOf(roots: string[]): Map<string, Buffer> {
  const files = roots.flatMap(filesBelow).map((file) => [file, ifThere(() => readFileSync(file))]);
  // Cast: what is gone was left out.
  return new Map(files.filter(([, bytes]) => bytes !== null) as [string, Buffer][]);
}
