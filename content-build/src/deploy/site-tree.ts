/** All files of a built site, as a target wants them: pages, index, client files, pictures. */
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { sha256OfFile } from '@veldlicht/database/sha256';
import { nameOf } from '../release/address-name.ts';
import { type LiveRelease, pageFile, type ReleaseFolder } from '../release/release-folder.ts';
import { variantSuffixes } from '../release/staging.ts';
import { type DeployFile, type DeployTarget, FIXED, type LocalFile } from './deploy-target.ts';

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

/** Every file of the site. Throws for an address that the site can't have. */
export async function siteTree(
  { releases, release, media, fetchMedia }: SiteTree,
  { naming, hasVariants }: Pick<DeployTarget, 'naming' | 'hasVariants'>,
): Promise<DeployFile[]> {
  const files: DeployFile[] = [];
  const root = path.join(releases.root, release.manifest.id);
  /** `place` is the file here. */
  const add = (address: string, place: string, version: string, isHashed: boolean) => {
    const name = nameOf(address, naming);
    const type = fileType(place);
    const suffixes = hasVariants ? variantSuffixes(place) : [''];
    for (const suffix of suffixes)
      files.push({ name: name + suffix, version, isHashed, type, fetch: inPlace(place + suffix) });
  };
  for (const page of release.pages.values()) {
    const { folder, file } = pageFile(page.path);
    add(page.path, path.join(root, folder, file), page.sha256, false);
  }
  const chunks = Object.values(release.manifest.chunks);
  // Two chunks of the same words have one file.
  for (const name of new Set(chunks.flatMap(({ search, view }) => [search, view])))
    add(`/bibliotheek/${name}`, path.join(releases.index, name), FIXED, true);
  for (const name of release.manifest.assets)
    add(`/_astro/${name}`, path.join(releases.assets, name), FIXED, true);
  const told = path.join(root, 'release.json');
  files.push({
    name: nameOf('/release.json', naming),
    version: await sha256OfFile(told),
    isHashed: false,
    type: fileType(told),
    fetch: inPlace(told),
  });
  for (const picture of media) {
    const name = nameOf(`/${picture}`, naming);
    const fetch = () => fetchMedia(picture);
    files.push({ name, version: FIXED, isHashed: true, type: fileType(name), fetch });
  }
  return files;
}
