/** Google Takeout: photos and videos with a JSON file beside each. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { addSeries, idOf } from './folder.ts';
import { isMedia, nameOf } from './folder-files.ts';
import { formMaker, placeOf, type Reader } from './form-maker.ts';

const SUPPLEMENT = '.supplemental-metadata';
/** Takeout cuts names to this length: with `.json` they have 51 characters. */
const CUT = 46;

const photo = z.looseObject({
  description: z.string().optional().catch(undefined),
  photoTakenTime: z.looseObject({ timestamp: z.coerce.number() }).optional().catch(undefined),
  geoData: z
    .looseObject({ latitude: z.number(), longitude: z.number() })
    .optional()
    .catch(undefined),
  trashed: z.boolean().catch(false),
});

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

export const takeout: Reader = {
  found: 'import_as_folder',
  read: async (files, { series }) => {
    const described = new Set(files.paths.filter((file) => file.endsWith('.json')));
    const besideOf = (file: string) =>
      described.size > 0 ? takeoutPaths(file).find((one) => described.has(one)) : undefined;
    const media = files.paths.filter(isMedia);
    if (!media.some(besideOf)) return null;
    const maker = formMaker(files.folder, 'folder');
    // A photo is in the folder of its year and again in that of each album.
    const twins = new Map<string, string>();
    const ids = new Map<string, string>();
    for (const file of media) {
      const beside = besideOf(file);
      const facts = beside === undefined ? null : await files.json(beside, photo, maker.left);
      if (facts?.trashed) continue;
      const takenAt = instantAt(facts?.photoTakenTime?.timestamp);
      const { size } = await stat(path.join(files.folder, file));
      const twin = takenAt === undefined ? file : `${takenAt}/${size}/${nameOf(file)}`;
      const id = twins.get(twin) ?? idOf(file);
      twins.set(twin, id);
      ids.set(file, id);
      // The title in the JSON is the file name.
      maker.item({
        sourceId: id,
        file,
        takenAt,
        description: facts?.description,
        ...placeOf(facts?.geoData?.latitude, facts?.geoData?.longitude),
      });
    }
    if (series) addSeries(maker, files.folder, ids);
    return maker.finish();
  },
};
