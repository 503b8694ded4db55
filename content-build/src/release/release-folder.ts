/** Names below releases/, and how pages map to files. The web servers know the same mapping. */
import path from 'node:path';

export interface ReleaseFolder {
  root: string;
  current: string;
  shards: string;
  manifests: string;
  assets: string;
  index: string;
  /** What each release showed, as data: to show it again without what was removed since. */
  snapshots: string;
}

export function releaseFolder(root: string): ReleaseFolder {
  return {
    root,
    current: path.join(root, 'current'),
    shards: path.join(root, 'shards'),
    manifests: path.join(root, 'manifests'),
    assets: path.join(root, 'assets', '_astro'),
    index: path.join(root, 'index'),
    snapshots: path.join(root, 'snapshots'),
  };
}

/** The file of a page, and the shard folder it stands in (null: the release folder itself). */
export function pageFile(pagePath: string): { folder: string | null; file: string } {
  const item = /^\/(foto|video)\/(.*(\d\d))$/.exec(pagePath);
  if (item) return { folder: `${item[1]}/${item[3]}`, file: `${item[2]}.html` };
  const archive = /^\/mediabibliotheek\/archief\/(\d+)$/.exec(pagePath);
  if (archive) return { folder: 'mediabibliotheek/archief', file: `${archive[1]}.html` };
  const name = pagePath === '/' ? 'index' : pagePath.slice(1);
  return { folder: null, file: /\.[a-z]+$/.test(name) ? name : `${name}.html` };
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

export function snapshotListFile(releases: ReleaseFolder, id: string): string {
  return path.join(releases.snapshots, `${id}.json`);
}

export function snapshotChunkFile(releases: ReleaseFolder, name: string): string {
  return path.join(releases.snapshots, 'chunks', `${name}.json.gz`);
}
