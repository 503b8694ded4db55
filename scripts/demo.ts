/**
 * `npm run demo`: a running site on its own data folder, with the pictures of `demo/`. `npm run demo -- FOLDER`: with
 * your own pictures, on another data folder, which `npm run demo -- --remove` deletes.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { formatCoordinates } from '@veldlicht/contract/location';
import type { MediaItem } from '@veldlicht/contract/media';
import { explain } from '@veldlicht/contract/terminal-error';
import { type ApiClient, signIn } from './api-client.ts';
import { compileAll } from './compile.ts';
import { addContent } from './demo-content.ts';
import { addPhotos, photosIn, removeDemo } from './demo-folder.ts';
import { onNpmEnd } from './npm-end.ts';
import { startProduct } from './product.ts';
import {
  demoFolder,
  demoVideos,
  describePictures,
  type PictureFacts,
} from './src/pictures/picture-set.ts';

/** Password of the demo, the same at every start. */
function demoPassword(dataDir: string): string {
  const file = path.join(dataDir, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(12).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Photographs of a folder; exits with a message when there are none. */
function readFolder(name: string): string[] {
  try {
    return photosIn(name);
  } catch (error) {
    console.error(explain(error));
    return process.exit(1);
  }
}

/** Uploads the file; returns its `imageUrl`. */
async function send(client: ApiClient, { fileName }: PictureFacts): Promise<string> {
  const type = fileName.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg';
  const bytes = readFileSync(path.join(demoFolder, fileName));
  return (await client.upload(new Uint8Array(bytes), type)).objectPath;
}

async function addItem(client: ApiClient, facts: PictureFacts, imageUrl: string): Promise<void> {
  const { title, alt, description, category, tags, featured, species } = facts;
  const location = facts.gps ? formatCoordinates(facts.gps) : facts.location;
  const date = facts.takenAt.slice(0, 10);
  const texts = { title, alt, description, category, tags, featured, species, location, date };
  await client.addMedia({ ...texts, imageUrl });
}

/** Uploads ahead of the item being added, as the worker reads one file while another is sent. */
const AHEAD = 3;

/** Adds missing items, so that a demo stopped early continues. */
async function fill(client: ApiClient): Promise<void> {
  const present = new Set(
    (await client.call<MediaItem[]>('GET', '/api/admin/media')).map(({ title }) => title),
  );
  const items = [...describePictures(), ...demoVideos];
  const missing = items.filter(({ title }) => !present.has(title));
  for (const tag of new Set(missing.flatMap(({ tags }) => tags))) await client.addTag(tag);
  const sent: Promise<string>[] = [];
  for (const [index, facts] of missing.entries()) {
    while (sent.length < Math.min(index + AHEAD, missing.length))
      sent.push(send(client, missing[sent.length] ?? facts));
    await addItem(client, facts, (await sent[index]) ?? '');
    const done = items.length - missing.length + index + 1;
    console.log(`  ${done} of ${items.length}   ${facts.title}`);
  }
}

const OWN = './data-demo-own';
const [folder] = process.argv.slice(2);
if (folder === '--remove') {
  removeDemo(OWN);
  process.exit(0);
}
const own = folder ? readFolder(folder) : null;
const dataDir = process.env.DATA_DIR || (own ? OWN : './data-demo');
const password = demoPassword(dataDir);
Object.assign(process.env, { DATA_DIR: dataDir, ADMIN_USERNAME: 'demo', ADMIN_PASSWORD: password });
const environment = readEnvironment(process.env);
await compileAll((line) => console.log(line));
const product = await startProduct(environment);
const origin = environment.publicOrigin;
let stopping = false;
const stop = async () => {
  stopping = true;
  await product.stop();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
onNpmEnd(() => void stop());
console.log(`\n  Site   ${origin}\n  Admin  ${origin}/admin   (demo / ${password})\n`);
try {
  const client = await signIn(origin, 'demo', password);
  if (own) await addPhotos(client, own);
  else {
    await fill(client);
    await addContent(client, origin);
  }
  const remove = own ? ', and `npm run demo -- --remove` takes it away' : '';
  console.log(`\n  The demo is complete. Ctrl+C stops it${remove}.`);
} catch (error) {
  // Stopping the demo early aborts the running upload.
  if (!stopping) throw error;
}
