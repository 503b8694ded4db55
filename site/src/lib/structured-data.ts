/** What an item page tells machines: schema.org ImageObject or VideoObject. */
import type { PublicItem, SiteFacts } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';
import { isoDuration } from './duration.ts';
import { sharingPicture } from './picture-sources.ts';

type Json = Record<string, unknown>;

/**
 * JSON that can stand in a `<script>` element: with `<` escaped, no text of the owner's can close
 * the element or open a comment. U+2028 and U+2029 are escaped as well for old parsers.
 */
export function jsonForScript(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** The item as schema.org describes it; every address is absolute. */
export function itemStructuredData(item: PublicItem, site: SiteFacts): Json {
  const { origin, profile } = site;
  const picture = sharingPicture(item.sources);
  const still = picture ? origin + picture.url : undefined;
  const creator = { '@type': 'Person', name: profile.photographer, url: `${origin}/` };
  return {
    '@context': 'https://schema.org',
    ...(item.type === 'video'
      ? {
          '@type': 'VideoObject',
          contentUrl: item.video ? origin + item.video.url : undefined,
          thumbnailUrl: still,
          uploadDate: item.createdAt,
          duration: item.duration === null ? undefined : isoDuration(item.duration),
        }
      : {
          '@type': 'ImageObject',
          contentUrl: still,
          width: picture?.width,
          height: picture?.height,
        }),
    url: origin + item.path,
    name: item.title,
    description: item.description ?? item.alt,
    dateCreated: item.date ?? undefined,
    contentLocation: item.place ? { '@type': 'Place', name: item.place } : undefined,
    keywords: [item.categoryLabel, ...item.tags].join(', '),
    creator,
    creditText: profile.photographer,
    copyrightHolder: { '@type': 'Person', name: profile.copyrightHolder },
    copyrightNotice: nl.footer.copyright(profile.copyrightHolder),
    license: `${origin}/licentie`,
    acquireLicensePage: `${origin}/#contact`,
  };
}
