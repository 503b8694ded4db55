/** The account export of Flickr: a JSON file per photo, `albums.json`, and the files in other parts. */
import { z } from 'zod';
import { isMedia, nameOf } from './folder-files.ts';
import { formMaker, instantOf, placeOf, type Reader, takenLocalOf } from './form-maker.ts';
import { htmlBlocks, plainWords, repaired } from './html-words.ts';

const PHOTO = /^photo_\d+\.json$/;
/** `geo:lat=52.1`: written by programs, for programs. */
const MACHINE_TAG = /^[a-z]\w*:\w+=/i;

const text = z.string().nullish().catch(null);
const id = z.coerce.string().regex(/^\d{1,20}$/);
/** A list without its unreadable elements. */
const listOf = <One extends z.ZodType>(one: One) =>
  z.preprocess(
    (all) => (Array.isArray(all) ? all.filter((each) => one.safeParse(each).success) : []),
    z.array(one),
  );
const micro = z.coerce.number().transform((n) => n / 1e6);

const photo = z.looseObject({
  name: text,
  description: text,
  date_taken: text,
  date_imported: text,
  id,
  photopage: text,
  license: text,
  privacy: text,
  tags: listOf(z.looseObject({ tag: z.string() })),
  /** `[]`, an object, or a list of one. */
  geo: z
    .preprocess((geo) => [geo].flat()[0], z.looseObject({ latitude: micro, longitude: micro }))
    .nullable()
    .catch(null),
});
const albums = z.looseObject({
  albums: listOf(
    z.looseObject({
      id,
      url: text,
      title: text,
      description: text,
      cover_photo: text,
      created: z.coerce.number().int().positive().max(1e11).nullable().catch(null),
      photos: listOf(id),
    }),
  ),
});

/** Finds files by the number of their photo, which is somewhere in their names. */
function filesById(paths: readonly string[], ids: ReadonlyMap<string, unknown>) {
  const found = new Map<string, string>();
  const strangers: string[] = [];
  for (const file of paths.filter(isMedia)) {
    // A title may hold the number of another photo: the last one counts.
    const own = nameOf(file)
      .match(/\d+/g)
      ?.findLast((digits) => ids.has(digits));
    if (own === undefined) strangers.push(file);
    else if (!found.has(own)) found.set(own, file);
  }
  return { found, strangers };
}

export const flickr: Reader = {
  found: 'import_as_flickr',
  read: async (files) => {
    const described = files.paths.filter((file) => PHOTO.test(nameOf(file)));
    if (described.length === 0) return null;
    const maker = formMaker(files.folder, 'flickr');
    const photos = new Map<string, z.output<typeof photo>>();
    for (const file of described) {
      const one = await files.json(file, photo, maker.left);
      if (one) photos.set(one.id, one);
    }
    const { found, strangers } = filesById(files.paths, photos);
    for (const one of photos.values()) {
      const place = placeOf(one.geo?.latitude, one.geo?.longitude);
      maker.item({
        sourceId: one.id,
        file: found.get(one.id),
        ...place,
        title: plainWords(one.name),
        description: plainWords(one.description),
        takenLocal: takenLocalOf(one.date_taken),
        // A photo that was on no map may still have a place in its file.
        privacy: place.lat === undefined ? 'hidden' : null,
        keywords: one.tags
          .map(({ tag }) => plainWords(tag))
          .filter((tag) => !MACHINE_TAG.test(tag)),
        visibility: one.privacy === 'public' ? 'public' : 'private',
        publishedAt: instantOf(one.date_imported),
        license: one.license,
        oldAddresses: [one.photopage],
      });
    }
    maker.leave('left_strangers', strangers);
    for (const file of files.paths.filter((one) => nameOf(one) === 'albums.json'))
      for (const album of (await files.json(file, albums, maker.left))?.albums ?? []) {
        const pictures = album.photos.filter((one) => maker.has(one));
        const isShown = pictures.some((one) => photos.get(one)?.privacy === 'public');
        const { url } = album;
        maker.story('series', {
          sourceId: `album-${album.id}`,
          title: plainWords(album.title),
          date: album.created ? new Date(album.created * 1000).toISOString().slice(0, 10) : null,
          visibility: isShown ? 'public' : 'private',
          cover: album.cover_photo?.split('/').findLast((part) => part !== '') ?? null,
          // Albums were called sets.
          oldAddresses: [url, url?.replace('/sets/', '/albums/')],
          words: htmlBlocks(repaired(album.description ?? '')).blocks,
          pictures,
        });
      }
    return maker.finish();
  },
};
