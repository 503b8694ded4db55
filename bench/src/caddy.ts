/** Caddy with a plain configuration, for what ours is compared with. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, runCaddy, type WebServer } from '@veldlicht/scripts/caddy';

const root = path.join(import.meta.dirname, '../..');

/** Any folder by a bare file server with our headers: as many bytes an answer as ours, nothing else. */
export async function serveBare(folder: string, scratch: string): Promise<WebServer> {
  const origin = `http://localhost:${await freePort()}`;
  const config = path.join(scratch, 'Caddyfile-bare');
  const shipped = readFileSync(path.join(root, 'Caddyfile'), 'utf8');
  const headers = /\(site\) \{[\s\S]*?(\theader \{[\s\S]*?\n\t\})/.exec(shipped)?.[1];
  if (!headers) throw new Error('the headers of pages are not where they were in the Caddyfile');
  const site = `${origin} {\n\troot * ${folder}\n${headers}\n\tfile_server\n}\n`;
  writeFileSync(config, `{\n\tadmin off\n}\n${site}`);
  return runCaddy(origin, config, {});
}

/** Any folder, compressed while it is sent. */
export async function serveFolder(folder: string, scratch: string): Promise<WebServer> {
  const origin = `http://localhost:${await freePort()}`;
  const config = path.join(scratch, 'Caddyfile');
  writeFileSync(
    config,
    `{\n\tadmin off\n}\n${origin} {\n\troot * ${folder}\n\tencode zstd gzip\n\tfile_server\n}\n`,
  );
  return runCaddy(origin, config, {});
}
