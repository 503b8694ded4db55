/** Reads everything that a visitor could ask for, as bytes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Null when it is gone: the worker takes files away, also just now. */
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

/** Every file of the site by its name, what is being made for it, and the lists of the API for visitors. */
export function publishedFiles(dataDir: string): Map<string, Buffer> {
  const files = ['public', 'staging', 'lists']
    .flatMap((name) => filesBelow(path.join(dataDir, name)))
    .map((file) => [file, ifThere(() => readFileSync(file))]);
  // Cast: what is gone was left out.
  return new Map(files.filter(([, bytes]) => bytes !== null) as [string, Buffer][]);
}
