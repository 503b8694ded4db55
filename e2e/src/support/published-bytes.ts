/** Reads everything that a visitor can request, as bytes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Null for a missing file, as the worker may delete files at any moment. */
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

/** Every file of the site by name, files being built for it, and the API's public lists. */
export function publishedFiles(dataDir: string): Map<string, Buffer> {
  const files = ['public', 'staging', 'lists']
    .flatMap((name) => filesBelow(path.join(dataDir, name)))
    .map((file) => [file, ifThere(() => readFileSync(file))]);
  // Cast: missing files were left out.
  return new Map(files.filter(([, bytes]) => bytes !== null) as [string, Buffer][]);
}
