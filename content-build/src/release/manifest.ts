/**
 * What a release consists of. A release is a folder of top-level files plus links to shard folders,
 * which it shares with other releases as long as none of their pages change.
 */
import { z } from 'zod';
import type { Entry } from '../snapshot/content-source.ts';

/** One page as it was written. Paths are relative to the release or shard folder. */
export const pageRecord = z.object({
  path: z.string().describe('Address of the page'),
  file: z.string(),
  key: z.string().describe('All that the page shows, as revisions: equal key, equal page'),
  sha256: z.string(),
  bytes: z.int(),
  media: z.string().nullable().describe('Rendition folder of the item whose own page this is'),
});
export type PageRecord = z.infer<typeof pageRecord>;

export const shardManifest = z.object({ folder: z.string(), pages: z.array(pageRecord) });
export type ShardManifest = z.infer<typeof shardManifest>;

/** One chunk of the library index: the names of its two files. */
export const chunkRecord = z.object({
  key: z.string(),
  viewKey: z.string().default('').describe('Of its view file; not known of earlier releases'),
  search: z.string(),
  view: z.string(),
  items: z.int(),
});
export type ChunkRecord = z.infer<typeof chunkRecord>;

export const releaseManifest = z.object({
  id: z.string(),
  revision: z.int(),
  fingerprint: z.string().describe('Site build and origin; another one means every page is new'),
  siteRevision: z
    .int()
    .describe('Settings it was rendered with: other ones mean every page is new'),
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
  entries?: Entry[];
}
