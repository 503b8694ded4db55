/** A tree of photos and videos. Beside them lie XMP, which the import reads, or the JSON files of Google Takeout. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { byName, isMedia, nameOf } from './folder-files.ts';
import { formMaker, placeOf, type Reader } from './form-maker.ts';

/** Longest id of an item. */
const MAX_ID = 200;
const SUPPLEMENT = '.supplemental-metadata';
/** Takeout cuts names to this length: with `.json` they have 51 characters. */
const CUT = 46;

/** The JSON of Takeout; its title is the file name. */
const takeout = z.looseObject({
  description: z.string().optional().catch(undefined),
  photoTakenTime: z.looseObject({ timestamp: z.coerce.number() }).optional().catch(undefined),
  geoData: z
    .looseObject({ latitude: z.number(), longitude: z.number() })
    .optional()
    .catch(undefined),
  trashed: z.boolean().catch(false),
});

/** An id that a later import finds again, whichever system wrote the name. */
const idOf = (file: string) => file.normalize().slice(-MAX_ID);

/** Possible paths of the JSON of a photo: `IMG(1).jpg` has `IMG.jpg(1).json`, an edited photo that of its original. */
function takeoutPaths(file: string): string[] {
  const { name, ext } = path.posix.parse(file);
  const inside = file.slice(0, -(name + ext).length);
  const plain = name.replace(/-(?:edited|bewerkt|bearbeitet)(?=$|\()/, '');
  const [, base = plain, number = ''] = /^(.+)(\(\d{1,4}\))$/.exec(plain) ?? [];
  return [base + ext, name + ext].flatMap((whole, n) => {
    const ends = Array.from({ length: SUPPLEMENT.length }, (_, i) => SUPPLEMENT.slice(0, i + 1));
    return ['', ...ends]
      .flatMap((end) => [whole + end, (whole + end).slice(0, CUT)])
      .map((stem) => `${inside}${stem}${n === 0 ? number : ''}.json`);
  });
}

function instantAt(seconds: number | undefined): string | undefined {
  const at = new Date((seconds ?? Number.NaN) * 1000);
  return at.getUTCFullYear() >= 1826 && at.getUTCFullYear() < 2200 ? at.toISOString() : undefined;
}

export const folder: Reader = {
  found: 'import_as_folder',
  read: async (files, { series }) => {
    const media = files.paths.filter(isMedia);
    if (media.length === 0) return null;
    const described = new Set(files.paths.filter((file) => file.endsWith('.json')));
    const maker = formMaker(files.folder, 'folder');
    const ids = new Map<string, string>();
    // Takeout has a photo in the folder of its year and again in that of each album.
    const twins = new Map<string, string>();
    for (const file of media) {
      const beside =
        described.size > 0 ? takeoutPaths(file).find((one) => described.has(one)) : undefined;
      const facts = beside === undefined ? null : await files.json(beside, takeout, maker.left);
      if (facts?.trashed) continue;
      const takenAt = instantAt(facts?.photoTakenTime?.timestamp);
      const { size } = takenAt ? await stat(path.join(files.folder, file)) : { size: 0 };
      const twin = takenAt === undefined ? file : `${takenAt}/${size}/${nameOf(file)}`;
      const id = twins.get(twin) ?? idOf(file);
      twins.set(twin, id);
      ids.set(file, id);
      maker.item({
        sourceId: id,
        file,
        takenAt,
        description: facts?.description,
        ...placeOf(facts?.geoData?.latitude, facts?.geoData?.longitude),
      });
    }
    const folders = series ? Map.groupBy(ids.keys(), (file) => path.posix.dirname(file)) : [];
    for (const [inside, all] of folders)
      maker.story('series', {
        sourceId: idOf(`${inside}/`),
        title: nameOf(inside === '.' ? path.resolve(files.folder) : inside),
        words: [],
        pictures: all.toSorted(byName).map((file) => ids.get(file) ?? ''),
      });
    return maker.finish();
  },
};
