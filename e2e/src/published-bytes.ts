/** Reads everything that a visitor could ask for, as bytes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name);
    return statSync(place).isDirectory() ? filesBelow(place) : [place];
  });
}

/** Every file the web serves from a data folder: releases, client files, index, pictures. */
export function publishedFiles(dataDir: string): Map<string, Buffer> {
  const roots = ['releases', 'public'].map((name) => path.join(dataDir, name));
  return new Map(roots.flatMap(filesBelow).map((file) => [file, readFileSync(file)]));
}
