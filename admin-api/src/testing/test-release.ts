/** A small release as the publisher lays it out, to be served. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { DataFolder } from '@veldlicht/database/data-folder';

function write(file: string, text: string, compressed: boolean): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (!compressed) return;
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
}

/** Writes release `id` and makes it live. */
export function addRelease({ releases }: DataFolder, id: string): void {
  const at = (...parts: string[]) => path.join(releases, ...parts);
  write(at(id, 'index.html'), `<p>home of ${id}</p>`, true);
  write(at(id, '404.html'), '<title>404 Page Not Found</title>', true);
  write(at(id, 'mediabibliotheek.html'), '<p>alles</p>', true);
  write(at(id, 'kaart', 'w45', '370.html'), '<p>duinen</p>', false);
  write(at(id, 'release.json'), JSON.stringify({ id }), false);
  write(at(id, 'robots.txt'), 'User-agent: *', false);
  write(at(id, 'retired-4821.txt'), '410\n', false);
  write(at(id, 'manifest.json'), '{}', false);
  write(at(id, 'geheim.key'), 'secret', false);
  write(at('shards', 'foto-34', id, 'ree-1234.html'), '<p>ree</p>', true);
  mkdirSync(at(id, 'foto'), { recursive: true });
  symlinkSync(`../../shards/foto-34/${id}`, at(id, 'foto', '34'));
  write(at('assets', '_astro', 'page.Ab12.js'), 'export {}', true);
  write(at('assets', '_astro', 'font.Ab12.woff2'), 'font', false);
  write(at('index', '0123456789abcdef.json'), '{}', true);
  write(at('manifests', 'releases', `${id}.json`), '{}', false);
  makeLive({ releases }, id);
}

export function makeLive({ releases }: Pick<DataFolder, 'releases'>, id: string): void {
  const link = path.join(releases, 'current');
  const fresh = `${link}.${id}`;
  symlinkSync(id, fresh);
  renameSync(fresh, link);
}

/** Rendition files of a content hash; `isPublic` links them into the folder the web serves. */
export function addRenditions(folder: DataFolder, hash: string, isPublic: boolean): void {
  const place = path.join(folder.renditions, hash);
  write(path.join(place, '960.jpg'), 'jpeg bytes', false);
  write(path.join(place, 'video.mp4'), '0123456789'.repeat(60_000), false);
  write(path.join(place, 'notes.txt'), 'private', false);
  if (isPublic)
    symlinkSync(path.relative(folder.publicMedia, place), path.join(folder.publicMedia, hash));
}

export function addAdminApp(dist: string): void {
  write(path.join(dist, 'index.html'), '<title>Veldlicht</title><div id="root"></div>', false);
  write(path.join(dist, 'assets', 'index-Ab12.js'), 'export {}', true);
  write(path.join(dist, 'assets', 'index-Ab12.js.map'), '{}', false);
}
