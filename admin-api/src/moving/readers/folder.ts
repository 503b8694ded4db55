/** A tree of photos and videos with what lies beside them: XMP, which the import reads, or the JSON of Google Takeout. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isMedia, nameOf } from './folder-files.ts';
import { formMaker, placeOf, type Reader } from './form-maker.ts';

/** Longest name of an item in what it comes from. */
const MAX_ID = 200;
const SUPPLEMENT = '.supplemental-metadata';
/** Takeout cuts names here: with `.json` behind them they have 51 characters. */
const CUT = 46;

const takeout = z.looseObject({
  description: z.string().optional().catch(undefined),
  photoTakenTime: z.looseObject({ timestamp: z.coerce.number() }).optional().catch(undefined),
  geoData: z
    .looseObject({ latitude: z.number(), longitude: z.number() })
    .optional()
    .catch(undefined),
  trashed: z.boolean().catch(false),
});

/** Names that the JSON of a photo may have: of `IMG(1).jpg` it is `IMG.jpg(1).json`, of an edited one that of the photo. */
function takeoutNames(file: string): string[] {
  const { name, ext } = path.posix.parse(nameOf(file));
  const plain = name.replace(/-(?:edited|bewerkt|bearbeitet)(?=$|\()/, '');
  const [, base = plain, number = ''] = /^(.+)(\(\d{1,4}\))$/.exec(plain) ?? [];
  return [base + ext, name + ext].flatMap((whole, n) => {
    const ends = Array.from({ length: SUPPLEMENT.length }, (_, i) => SUPPLEMENT.slice(0, i + 1));
    return ['', ...ends]
      .flatMap((end) => [whole + end, (whole + end).slice(0, CUT)])
      .map((stem) => `${stem}${n === 0 ? number : ''}.json`);
  });
}

function instantAt(seconds: number | undefined): string | undefined {
  const at = new Date((seconds ?? Number.NaN) * 1000);
  return at.getUTCFullYear() >= 1826 && at.getUTCFullYear() < 2200 ? at.toISOString() : undefined;
}

/** A name that a second import finds again, whichever system wrote it. */
const idOf = (file: string) => file.normalize().slice(-MAX_ID);
const natural = new Intl.Collator('en', { numeric: true }).compare;

export const folder: Reader = {
  name: 'a folder',
  makes: 'photos and videos, as drafts',
  recognises: ({ paths }) => paths.some(isMedia),
  read: async (files, { series }) => {
    const maker = formMaker(files.folder, 'folder');
    const paths = new Set(files.paths);
    // Takeout has a photo in the folder of its year and in that of each album.
    const twins = new Map<string, string>();
    const ids = new Map<string, string>();
    for (const file of files.paths.filter(isMedia)) {
      const beside = takeoutNames(file)
        .map((name) => path.posix.join(path.posix.dirname(file), name))
        .find((name) => paths.has(name));
      const facts = beside === undefined ? null : await files.json(beside, takeout, maker.left);
      if (facts?.trashed) continue;
      const takenAt = instantAt(facts?.photoTakenTime?.timestamp);
      const { size } = await stat(path.join(files.folder, file));
      const twin = takenAt === undefined ? file : `${takenAt}/${size}/${nameOf(file)}`;
      const id = twins.get(twin) ?? idOf(file);
      twins.set(twin, id);
      ids.set(file, id);
      // Takeout has the name of the file for a title.
      maker.item({
        sourceId: id,
        file,
        takenAt,
        description: facts?.description,
        ...placeOf(facts?.geoData?.latitude, facts?.geoData?.longitude),
      });
    }
    if (series)
      for (const [inside, all] of Map.groupBy(ids.keys(), (file) => path.posix.dirname(file)))
        maker.story('series', {
          sourceId: idOf(`${inside}/`),
          title: nameOf(inside === '.' ? path.resolve(files.folder) : inside),
          words: [],
          pictures: all.toSorted(natural).map((file) => ids.get(file) ?? ''),
        });
    return maker.finish();
  },
};
