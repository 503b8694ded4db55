/** A product with real-size photographs in it, taken in by the real upload and the real image process. */
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { openDatabase } from '@veldlicht/database/open';
import { files } from '@veldlicht/database/schema';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { freePort, serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { describeVideos, makeVideo } from '@veldlicht/scripts/pictures/make-video';
import { describePictures, type PictureFacts } from '@veldlicht/scripts/pictures/picture-set';
import { programs } from '@veldlicht/scripts/programs';
import { eq } from 'drizzle-orm';
import { startProgram } from './programs.ts';
import type { ModelPhoto } from './seed-library.ts';

const USER = 'bench';
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');
const LIVE_WITHIN_MS = 600_000;

export interface PhotoSite extends WebServer {
  photo: string;
  /** Null without ffmpeg. */
  film: string | null;
  /** The photographs as they were rendered, for a larger library of the same. */
  models: () => ModelPhoto[];
}

async function add(client: ApiClient, facts: PictureFacts, file: string, type: string) {
  const { objectPath } = await client.upload(new Uint8Array(readFileSync(file)), type);
  for (const tag of facts.tags) await client.addTag(tag);
  const { title, description, category, tags, featured, takenAt } = facts;
  const location = facts.location ?? 'Veluwe';
  const date = takenAt.slice(0, 10);
  const texts = { title, description, category, tags, featured, location, date };
  await client.addMedia({ ...texts, imageUrl: objectPath });
}

/** Adds a film when there is an ffmpeg to make it with; answers whether there is one. */
async function addFilm(client: ApiClient, scratch: string): Promise<boolean> {
  const [facts] = describeVideos();
  const file = path.join(scratch, 'film.mp4');
  if (!facts || !(await makeVideo(facts.kind, file))) return false;
  await add(client, facts, file, 'video/mp4');
  rmSync(file);
  return true;
}

/** Waits until the library shows so many items; answers the address of its newest photo and film. */
async function untilLive(origin: string, items: number) {
  const deadline = Date.now() + LIVE_WITHIN_MS;
  for (;;) {
    const html = await (await fetch(`${origin}/mediabibliotheek`)).text();
    const paths = [...new Set(html.match(/\/(?:foto|video)\/[a-z0-9-]+-\d+(?=")/g))];
    if (paths.length >= items) {
      const find = (start: string) => paths.find((one) => one.startsWith(start)) ?? null;
      return { photo: find('/foto/') ?? '', film: find('/video/') };
    }
    if (Date.now() > deadline) throw new Error(`${paths.length} of ${items} items are live`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function modelsOf(dataDir: string): ModelPhoto[] {
  const folder = dataFolder(dataDir);
  const db = openDatabase(folder.database);
  const rows = db.select().from(files).where(eq(files.type, 'photo')).all();
  db.$client.close();
  return rows.map((row) => ({ ...row, folder: path.join(folder.renditions, row.hash) }));
}

/** Runs until `stop`; nothing runs when it fails. `photos` are JPEG files. */
export async function startPhotoSite(dataDir: string, photos: string[]): Promise<PhotoSite> {
  mkdirSync(dataDir);
  const folder = dataFolder(dataDir);
  await migrateDatabase(folder.database, { backupFolder: folder.backups, now: 0 });
  const [port, apiPort] = [await freePort(), await freePort()];
  const variables = {
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ADMIN_USERNAME: USER,
    ADMIN_PASSWORD: PASSWORD,
  };
  const running: { stop: () => Promise<void> }[] = [];
  const stop = async () => {
    for (const program of running.splice(0).toReversed()) await program.stop();
  };
  try {
    running.push(await startProgram(programs.api, variables));
    running.push(await startProgram(programs.worker, variables));
    const server = await serveSite(dataDir, port, apiPort);
    running.push(server);
    const paths = await fill(server.origin, dataDir, photos);
    const { origin, pid } = server;
    return { origin, pid, ...paths, models: () => modelsOf(dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(origin: string, scratch: string, photos: string[]) {
  const client = await signIn(origin, USER, PASSWORD);
  const texts = describePictures().filter(({ description }) => description !== null);
  for (const [i, file] of photos.entries()) {
    const facts = texts[i % texts.length];
    if (facts) await add(client, { ...facts, featured: i === 0 }, file, 'image/jpeg');
  }
  const hasFilm = await addFilm(client, scratch);
  return untilLive(origin, photos.length + (hasFilm ? 1 : 0));
}
