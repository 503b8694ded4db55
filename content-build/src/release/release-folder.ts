/** What a release is on disk: names below releases/, its manifests, and the link that visitors follow. */
import { lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '@veldlicht/database/durable-file';
import { z } from 'zod';
import type { Entry } from '../snapshot/content-source.ts';
import { nameOf } from './address-name.ts';

export interface ReleaseFolder {
  root: string;
  current: string;
  shards: string;
  manifests: string;
  assets: string;
  index: string;
}

export function releaseFolder(root: string): ReleaseFolder {
  return {
    root,
    current: path.join(root, 'current'),
    shards: path.join(root, 'shards'),
    manifests: path.join(root, 'manifests'),
    assets: path.join(root, 'assets', '_astro'),
    index: path.join(root, 'index'),
  };
}

/** The file of a page and its shard folder ('': the release folder itself). Web servers map the same way. */
export function pageFile(pagePath: string): { folder: string; file: string } {
  const name = nameOf(pagePath, 'file');
  const item = /^(foto|video)\/(.*(\d\d)\.html)$/.exec(name);
  if (item) return { folder: `${item[1]}/${item[3]}`, file: item[2] ?? '' };
  const species = /^soort\/(([a-z])[a-z0-9-]*\.html)$/.exec(name);
  if (species) return { folder: `soort/${species[2]}`, file: species[1] ?? '' };
  const part = /^(mediabibliotheek\/archief|kaart\/w?\d+)\/([\d-]+\.html)$/.exec(name);
  if (part) return { folder: part[1] ?? '', file: part[2] ?? '' };
  return { folder: '', file: name };
}

/** Shard folders have two parts, so that the way back to the shards is the same for all. */
export function shardVersionFolder(releases: ReleaseFolder, folder: string, id: string): string {
  return path.join(releases.shards, folder.replace('/', '-'), id);
}

export function shardLink(folder: string, id: string): string {
  return path.posix.join('../../shards', folder.replace('/', '-'), id);
}

export function shardManifestFile(releases: ReleaseFolder, folder: string, id: string): string {
  return path.join(releases.manifests, folder.replace('/', '-'), `${id}.json`);
}

export function releaseManifestFile(releases: ReleaseFolder, id: string): string {
  return path.join(releases.manifests, 'releases', `${id}.json`);
}

/** One page as it was written. Paths are relative to the release or shard folder. */
const pageRecord = z.object({
  path: z.string().describe('Address of the page'),
  file: z.string(),
  key: z.string().describe('All that the page shows, as revisions: equal key, equal page'),
  sha256: z.string(),
  bytes: z.int(),
  media: z.string().nullable().describe('Rendition folder of the item whose own page this is'),
});
export type PageRecord = z.infer<typeof pageRecord>;

const shardManifest = z.object({ folder: z.string(), pages: z.array(pageRecord) });
export type ShardManifest = z.infer<typeof shardManifest>;

/** One chunk of the library index: the names of its two files. */
const chunkRecord = z.object({
  key: z.string(),
  viewKey: z.string().describe('Of its view file'),
  search: z.string(),
  view: z.string(),
  items: z.int(),
});
export type ChunkRecord = z.infer<typeof chunkRecord>;

/** Top-level files plus links to shard folders, shared with other releases while their pages stay. */
const releaseManifest = z.object({
  id: z.string(),
  revision: z.int(),
  fingerprint: z.string().describe('Site build and origin; another one means every page is new'),
  siteKey: z.int().describe('Settings it was rendered with: other ones mean every page is new'),
  pages: z.array(pageRecord).describe('Top-level pages'),
  shards: z.record(z.string(), z.string()).describe('Shard folder → id of its version'),
  chunks: z.record(z.string(), chunkRecord).describe('By chunk number'),
  assets: z.array(z.string()).describe('File names below _astro'),
});
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/** A release with the manifests of its shards: everything planning compares with. */
export interface LiveRelease {
  manifest: ReleaseManifest;
  /** Every page by its address. */
  pages: Map<string, PageRecord>;
  shards: Map<string, ShardManifest>;
  /** What it was made of, newest first; only known of a release that this process made. */
  entries?: Entry[] | undefined;
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Throws when it is missing or damaged. */
export async function readManifest(releases: ReleaseFolder, id: string): Promise<ReleaseManifest> {
  return releaseManifest.parse(await readJson(releaseManifestFile(releases, id)));
}

/** Loads a release by id. Throws when a manifest is missing or damaged. */
export async function loadRelease(releases: ReleaseFolder, id: string): Promise<LiveRelease> {
  const manifest = await readManifest(releases, id);
  const shards = new Map<string, ShardManifest>();
  for (const [folder, version] of Object.entries(manifest.shards)) {
    const file = shardManifestFile(releases, folder, version);
    shards.set(folder, shardManifest.parse(await readJson(file)));
  }
  const pages = new Map<string, PageRecord>();
  for (const page of manifest.pages) pages.set(page.path, page);
  for (const shard of shards.values()) for (const page of shard.pages) pages.set(page.path, page);
  return { manifest, shards, pages };
}

/** Id of the release that visitors see, or null. */
export async function currentReleaseId(releases: ReleaseFolder): Promise<string | null> {
  const target = await readlink(releases.current).catch(() => null);
  return target === null ? null : path.basename(target);
}

/** The live release, or null when none can be trusted: then everything is rendered anew. */
export async function loadLiveRelease(releases: ReleaseFolder): Promise<LiveRelease | null> {
  const id = await currentReleaseId(releases);
  return id === null ? null : loadRelease(releases, id).catch(() => null);
}

/** Puts a release live: one rename, so that a visitor gets the old one or the new one, never neither. */
export async function activateRelease(releases: ReleaseFolder, id: string): Promise<void> {
  const temporary = `${releases.current}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(id, temporary);
  // Copying without links leaves a folder in its place, which no rename replaces.
  const copied = `${releases.current}.old`;
  const isFolder = lstatSync(releases.current, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder) renameSync(releases.current, copied);
  renameSync(temporary, releases.current);
  if (isFolder) rmSync(copied, { recursive: true });
  await syncPath(releases.root);
}
