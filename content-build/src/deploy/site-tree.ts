/** All files of a built site, as a target wants them: pages, index, client files, pictures. */
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { sha256OfFile } from '@veldlicht/database/sha256';
import { type LiveRelease, pageFile, type ReleaseFolder } from '../release/release-folder.ts';
import { variantSuffixes } from '../release/staging.ts';
import { type DeployFile, type DeployTarget, FIXED, type LocalFile } from './deploy-target.ts';

/** No dot before a name, but for the folder of RFC 8615. */
const NAME =
  /^(?:\.well-known\/)?[\p{L}\p{N}_][\p{L}\p{N}._~-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}._~-]*)*$/u;

/** The content type of a file of the site by its name. Throws for a kind that nobody expected. */
function fileType(file: string): string {
  const type = contentTypeOf(file);
  if (type === null) throw new Error(`${file} is of no known type`);
  return type;
}

const inPlace = (file: string) => async (): Promise<LocalFile> => ({
  path: file,
  release: async () => undefined,
});

/** The name of a page as a file in a plain folder; the web server adds .html to addresses. */
function plainFile(pagePath: string): string {
  const { file, folder } = pageFile(pagePath);
  if (folder === '') return file;
  return `${folder.replace(/\/(?:\d\d|[a-z])$/, '')}/${file}`;
}

/**
 * The name of a page as its very address, for buckets, which add nothing to what is asked for. Home
 * and the page for what is not there have the names that buckets and CDNs are told.
 */
function addressName(pagePath: string): string {
  if (pagePath === '/') return 'index.html';
  return pagePath === '/404' ? '404.html' : pagePath.slice(1);
}

/** Names of all pictures and videos that the public may see, each once. */
export function publicMedia(items: Iterable<PublicItem>): string[] {
  const names = new Set<string>();
  for (const { sources, video, videoVersions } of items) {
    for (const { url } of [...sources, ...videoVersions]) names.add(url.slice(1));
    if (video) names.add(video.url.slice(1));
  }
  return [...names];
}

export interface SiteTree {
  releases: ReleaseFolder;
  release: LiveRelease;
  media: string[];
  fetchMedia: (name: string) => Promise<LocalFile>;
}

/** Every file of the site. Throws for a name that no address can have. */
export async function siteTree(
  { releases, release, media, fetchMedia }: SiteTree,
  { naming, hasVariants }: Pick<DeployTarget, 'naming' | 'hasVariants'>,
): Promise<DeployFile[]> {
  const files: DeployFile[] = [];
  const root = path.join(releases.root, release.manifest.id);
  /** `place` is the file here; `plain` its name as a file, `name` as the target wants it. */
  const add = (name: string, plain: string, place: string, version: string, isHashed: boolean) => {
    if (!NAME.test(name)) throw new Error(`${name} is no name for a file of the site`);
    const type = fileType(plain);
    const suffixes = hasVariants ? variantSuffixes(plain) : [''];
    for (const suffix of suffixes)
      files.push({
        name: name + suffix,
        version,
        isHashed,
        type,
        fetch: inPlace(place + suffix),
      });
  };
  for (const page of release.pages.values()) {
    const { folder, file } = pageFile(page.path);
    const plain = plainFile(page.path);
    const name = naming === 'file' ? plain : addressName(page.path);
    add(name, plain, path.join(root, folder, file), page.sha256, false);
  }
  for (const { search, view } of Object.values(release.manifest.chunks))
    for (const name of new Set([search, view]))
      add(`bibliotheek/${name}`, name, path.join(releases.index, name), FIXED, true);
  for (const name of release.manifest.assets)
    add(`_astro/${name}`, name, path.join(releases.assets, name), FIXED, true);
  const told = path.join(root, 'release.json');
  const version = await sha256OfFile(told);
  files.push({
    name: 'release.json',
    version,
    isHashed: false,
    type: fileType(told),
    fetch: inPlace(told),
  });
  for (const name of media) {
    if (!NAME.test(name)) throw new Error(`${name} is no name for a file of the site`);
    const fetch = () => fetchMedia(name);
    files.push({ name, version: FIXED, isHashed: true, type: fileType(name), fetch });
  }
  // Two chunks of the same words have one file.
  return [...new Map(files.map((file) => [file.name, file])).values()];
}
