/** `npm run demo`: a living site on a data folder of its own, with the pictures of `demo/`. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { formatCoordinates } from '@veldlicht/contract/location';
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { blocksWith } from '@veldlicht/contract/story-body';
import { type ApiClient, signIn } from './api-client.ts';
import { compileAll } from './compile.ts';
import { onNpmEnd } from './npm-end.ts';
import { startProduct } from './product.ts';
import {
  demoFolder,
  demoVideos,
  describePictures,
  type PictureFacts,
} from './src/pictures/picture-set.ts';

/** The demo's account must be the same at every start; its folder serves this machine only. */
function demoPassword(dataDir: string): string {
  const file = path.join(dataDir, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(12).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

async function addItem(client: ApiClient, facts: PictureFacts): Promise<void> {
  const type = facts.fileName.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg';
  const bytes = readFileSync(path.join(demoFolder, facts.fileName));
  const { objectPath } = await client.upload(new Uint8Array(bytes), type);
  const { title, alt, description, category, tags, featured } = facts;
  const location = facts.gps ? formatCoordinates(facts.gps) : facts.location;
  const date = facts.takenAt.slice(0, 10);
  const texts = { title, alt, description, category, tags, featured, location, date };
  await client.addMedia({ ...texts, imageUrl: objectPath });
}

/** Adds what is not there yet, so that a demo that was stopped early goes on. */
async function fill(client: ApiClient): Promise<void> {
  const present = new Set(
    (await client.call<MediaItem[]>('GET', '/api/admin/media')).map(({ title }) => title),
  );
  const items = [...describePictures(), ...demoVideos];
  const missing = items.filter(({ title }) => !present.has(title));
  for (const tag of new Set(missing.flatMap(({ tags }) => tags))) await client.addTag(tag);
  for (const [index, facts] of missing.entries()) {
    await addItem(client, facts);
    const done = items.length - missing.length + index + 1;
    console.log(`  ${done} of ${items.length}   ${facts.title}`);
  }
  await addStories(client, 'notes');
  await addStories(client, 'series');
}

/** The field notes or the series of a file that names pictures by their titles. */
async function addStories(client: ApiClient, kind: 'notes' | 'series'): Promise<void> {
  const address = `/api/admin/${kind}`;
  if ((await client.call<StoryItem[]>('GET', address)).length > 0) return;
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  const ids = new Map(items.map(({ id, title }) => [title, id]));
  type Told = Pick<StoryItem, 'title' | 'date' | 'cover' | 'body'>;
  const all: Record<typeof kind, Told[]> = JSON.parse(
    readFileSync(path.join(demoFolder, 'stories.json'), 'utf8'),
  );
  for (const { cover, body, ...told } of all[kind]) {
    const blocks = blocksWith(body, (title) => ids.get(title));
    const story = { ...told, cover: ids.get(cover ?? '') ?? null, body: blocks };
    await client.call('POST', address, story);
  }
}

const dataDir = process.env.DATA_DIR || './data-demo';
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
  await fill(await signIn(origin, 'demo', password));
  console.log('\n  The demo is complete. Ctrl+C stops it.');
} catch (error) {
  // Whoever stops the demo early takes the API away from under the upload in hand.
  if (!stopping) throw error;
}
