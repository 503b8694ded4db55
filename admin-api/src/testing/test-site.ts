/** A small site as the publisher writes it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';

function write(file: string, text: string, compressed: boolean): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (!compressed) return;
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
}

/** Writes the site. */
export function addSite({ publicSite }: DataFolder, home = '<p>home</p>'): void {
  const at = (...parts: string[]) => path.join(publicSite, ...parts);
  write(at('index.html'), home, true);
  write(at('404.html'), '<title>404 Page Not Found</title>', true);
  write(at('mediabibliotheek.html'), '<p>alles</p>', true);
  write(at('kaart', 'w45', '370.html'), '<p>duinen</p>', false);
  write(at('foto', 'ree-1234.html'), '<p>ree</p>', true);
  write(at('robots.txt'), 'User-agent: *', false);
  write(at('geheim.key'), 'secret', false);
  write(at('.env'), 'secret', false);
  write(at('_astro', 'page.Ab12.js'), 'export {}', true);
  write(at('_astro', 'font.Ab12.woff2'), 'font', false);
  write(at('bibliotheek', 'foto', 'zoek', '1.json'), '{}', true);
}

/** Writes rendition files; `isPublic` links them into the public folder. */
export function addRenditions(folder: DataFolder, hash: string, isPublic: boolean): void {
  const place = path.join(folder.renditions, hash);
  write(path.join(place, '960.jpg'), 'jpeg bytes', false);
  write(path.join(place, 'video.mp4'), '0123456789'.repeat(60_000), false);
  write(path.join(place, 'notes.txt'), 'private', false);
  if (isPublic)
    symlinkSync(path.relative(folder.publicMedia, place), path.join(folder.publicMedia, hash));
}

/** Marks a page as still to be rendered. Returns a function that unmarks it. */
export function markToBeMade({ publicDatabase }: DataFolder, address: string): () => void {
  const run = (query: string) => {
    const client = openPublicDatabase(publicDatabase);
    client.prepare(query).run(address);
    client.close();
  };
  run('INSERT INTO dirty VALUES (?, 0, 0, 0)');
  return () => run('DELETE FROM dirty WHERE path = ?');
}

export function addAdminApp(dist: string): void {
  write(path.join(dist, 'index.html'), '<title>Veldlicht</title><div id="root"></div>', false);
  write(path.join(dist, 'assets', 'index-Ab12.js'), 'export {}', true);
  write(path.join(dist, 'assets', 'index-Ab12.js.map'), '{}', false);
}
