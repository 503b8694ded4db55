/** Two versions of a small site, built as a job builds them, for tests of where they are put. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { buildSnapshot } from '../ci/build-job.ts';
import { deploySite } from '../deploy/deploy-site.ts';
import type { DeployFile, DeployTarget } from '../deploy/deploy-target.ts';
import { publicMedia, siteTree } from '../deploy/site-tree.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { exportSnapshot } from '../snapshot/snapshot-file.ts';
import { createWorld, plainSite, type World } from './world.ts';

const origin = 'https://veldlicht.example';

export interface SiteVersion {
  id: string;
  items: PublicItem[];
  /** Every file as this kind of target wants it. */
  files: (target: Pick<DeployTarget, 'naming' | 'hasVariants'>) => Promise<DeployFile[]>;
}

export interface DeployWorld {
  before: SiteVersion;
  after: SiteVersion;
  /** Names of pictures that were fetched, in order. */
  fetched: string[];
  remove: () => void;
}

/** A site whose pages ask for a client file that has another name in each version. */
function siteWithAsset(folder: string, version: string): SiteRenderer {
  const plain = plainSite(version.repeat(64));
  const name = `app.${version}.css`;
  const assetsFolder = path.join(folder, `assets-${version}`);
  mkdirSync(assetsFolder);
  writeFileSync(path.join(assetsFolder, name), `body{--version:${version}}`);
  return {
    ...plain,
    assetsFolder,
    assets: [name],
    render: async (address, page) => {
      const body = await plain.render(address, page);
      return Buffer.concat([body, Buffer.from(`<link href="/_astro/${name}">`)]);
    },
  };
}

/** One item is retitled between the versions, one deleted, two are new. */
export async function createDeployWorld(): Promise<DeployWorld> {
  const world: World = await createWorld();
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-deploy-'));
  const fetched: string[] = [];

  async function version(id: string, letter: string): Promise<SiteVersion> {
    const source = openDatabaseSource(world.folder.database, origin, Date.now());
    const snapshot = exportSnapshot(source);
    source.close();
    const items = snapshot.items.map(({ item }) => item);
    const names = publicMedia(items);
    const site = siteWithAsset(folder, letter);
    const built = await buildSnapshot(
      snapshot,
      site,
      path.join(folder, id),
      names,
      () => undefined,
    );
    const fetchMedia = async (name: string) => {
      fetched.push(name);
      const place = path.join(world.folder.renditions, name.replace('media/', ''));
      return { path: place, release: async () => undefined };
    };
    return {
      id,
      items,
      files: (target) => siteTree({ ...built, media: names, fetchMedia }, target),
    };
  }

  world.addItems(3);
  world.addItem({ type: 'video' });
  const before = await version('s1', 'a');
  world.db.delete(media).where(eq(media.seq, 2)).run();
  world.db.update(media).set({ title: 'Anders' }).where(eq(media.seq, 1)).run();
  world.addItem();
  world.addItem();
  const after = await version('s2', 'b');
  return {
    before,
    after,
    fetched,
    remove: () => {
      world.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Deploys a version as the job does. */
export async function deploy(
  target: DeployTarget,
  version: SiteVersion,
  now: () => number = Date.now,
) {
  const files = await version.files(target);
  return deploySite(target, version.id, files, {
    now,
    sizeOf: async (file) => statSync(file).size,
  });
}

/** What every address answers with, by the files of a version: pages as text. */
export async function expectedSite(
  version: SiteVersion,
  target: Pick<DeployTarget, 'naming' | 'hasVariants'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, fetch } of await version.files(target)) {
    const local = await fetch();
    found.set(name, readFileSync(local.path, 'latin1'));
  }
  return found;
}

const ADDRESS =
  /"(?:path|url|search|view|previousPath|nextPath|archivePath)":"(\/[^"]+)"|href="(\/[^"]+)"/g;

/**
 * Walks the site from its home page as visitors and browsers do. Answers what leads nowhere. `ask`
 * gives the text of an address, or null.
 */
export async function deadEnds(
  ask: (address: string) => Promise<string | null>,
): Promise<string[]> {
  const dead: string[] = [];
  const seen = new Set(['/']);
  const queue = [...seen];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const text = await ask(address);
    if (text === null) dead.push(address);
    for (const [, a, b] of (text ?? '').matchAll(ADDRESS)) {
      const next = a ?? b ?? '';
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return dead;
}
