/** Tests of readers: a folder, and a Veldlicht that takes it in and publishes it. */
import { sentenceOf } from '@veldlicht/contract/reason';
import { readBody } from '@veldlicht/contract/story-body';
import { addressKey } from '@veldlicht/database/redirects';
import { mediaRows, storyRows } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { importLibrary } from '#moving/import-library.ts';
import { publishMoved } from '#moving/publish-moved.ts';
import { subjectsOf } from '#moving/read-form.ts';
import { formOf } from '#moving/readers/index.ts';
import { useMovingBench, work, writeFiles } from './moving-bench.ts';
import { createTestApp } from './test-app.ts';
import { addSite } from './test-site.ts';

const byDefault = { category: 'Fauna', makeTags: true };

export function useReaderBench() {
  const { ends, newFolder } = useMovingBench();

  /** Reads an export of these files, beside those that a folder has. */
  async function read(files: Record<string, unknown>, folder = newFolder(), series = false) {
    writeFiles(folder, files);
    const form = await formOf(folder, { series });
    const left = form.left.map(sentenceOf);
    return { folder, form, left };
  }

  /** Takes an export in twice and publishes it; `answers` maps old addresses to their status. */
  async function bring(files: Record<string, unknown>, folder = newFolder(), series = false) {
    const { form, left } = await read(files, folder, series);
    const world = await createTestApp();
    ends.push(() => world.remove(), work(world));
    seedSpecies(world.db);
    const anna = world.addUser('admin', 'anna');
    const outcome = await importLibrary(world.deps, form, anna, byDefault);
    const again = await importLibrary(
      world.deps,
      await formOf(folder, { series }),
      anna,
      byDefault,
    );
    await publishMoved(world.deps, anna);
    addSite(world.folder);
    const answers: Record<string, number> = {};
    for (const address of subjectsOf(form).flatMap((one) => one.oldAddresses)) {
      const { pathname } = new URL(address, 'http://site');
      answers[pathname] = (await world.request(encodeURI(addressKey(address)))).status;
    }
    const stories = world
      .rows(storyRows)
      .map(({ body, ...row }) => ({ ...row, body: readBody(body) }));
    return { form, left, outcome, again, answers, stories, items: world.rows(mediaRows) };
  }

  return { read, bring, newFolder };
}
