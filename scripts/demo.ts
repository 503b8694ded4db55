/** `npm run demo`: a living site on a data folder of its own, with generated nature pictures. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '@veldlicht/contract/environment';
import { formatCoordinates } from '@veldlicht/contract/location';
import type { MediaItem } from '@veldlicht/contract/media';
import { type ApiClient, signIn } from './api-client.ts';
import { compileAll } from './compile.ts';
import { drawPictures } from './draw-pictures.ts';
import { onNpmEnd } from './npm-end.ts';
import { describeVideos, makeVideo, type VideoFacts } from './src/pictures/make-video.ts';
import { describePictures, type PictureFacts } from './src/pictures/picture-set.ts';
import { startProduct } from './supervisor.ts';

const PICTURES = 40;

/** The demo's account must be the same at every start; its folder serves this machine only. */
function demoPassword(dataDir: string): string {
  const file = path.join(dataDir, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(12).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

async function addItem(client: ApiClient, facts: PictureFacts, bytes: Buffer, type: string) {
  const { objectPath } = await client.upload(new Uint8Array(bytes), type);
  const { title, description, category, tags, featured } = facts;
  const location = facts.gps ? formatCoordinates(facts.gps) : facts.location;
  const date = facts.takenAt.slice(0, 10);
  await client.addMedia({
    title,
    description,
    category,
    tags,
    featured,
    location,
    date,
    imageUrl: objectPath,
  });
}

async function addVideos(client: ApiClient, videos: VideoFacts[]): Promise<void> {
  for (const facts of videos) {
    const file = path.join(tmpdir(), `veldlicht-${process.pid}-${facts.kind}.mp4`);
    if (await makeVideo(facts.kind, file))
      await addItem(client, facts, readFileSync(file), 'video/mp4');
    rmSync(file, { force: true });
  }
}

/** Adds what is not there yet, so that a demo that was stopped early goes on. */
async function fill(client: ApiClient): Promise<void> {
  const present = new Set(
    (await client.call<MediaItem[]>('GET', '/api/admin/media')).map(({ title }) => title),
  );
  const isMissing = ({ title }: PictureFacts) => !present.has(title);
  const queue = describePictures(PICTURES).filter(isMissing);
  const videos = describeVideos().filter(isMissing);
  for (const tag of new Set([...queue, ...videos].flatMap(({ tags }) => tags)))
    await client.addTag(tag);
  let made = PICTURES - queue.length;
  await drawPictures(queue, async (facts, jpeg) => {
    await addItem(client, facts, jpeg, 'image/jpeg');
    console.log(`  ${++made} of ${PICTURES}   ${facts.title}`);
  });
  await addVideos(client, videos);
}

const dataDir = process.env.DATA_DIR || './data-demo';
const password = demoPassword(dataDir);
Object.assign(process.env, { DATA_DIR: dataDir, ADMIN_USERNAME: 'demo', ADMIN_PASSWORD: password });
const environment = readEnvironment(process.env);
compileAll((line) => console.log(line));
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
