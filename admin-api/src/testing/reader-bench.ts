/** Where readers of other places' exports are tried: a folder, and a Veldlicht that takes it in and publishes it. */
import { readBody } from '@veldlicht/contract/story-body';
import { addressKey } from '@veldlicht/database/redirects';
import { mediaRows, storyRows } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { importLibrary } from '#moving/import-library.ts';
import { publishMoved } from '#moving/publish-moved.ts';
import { formOf } from '#moving/readers/index.ts';
import { useMovingBench, work, writeFiles } from './moving-bench.ts';
import { createTestApp } from './test-app.ts';
import { addSite } from './test-site.ts';

const byDefault = { category: 'Fauna', makeTags: true };

export function useReaderBench() {
  const { ends, newFolder } = useMovingBench();

  /** Reads an export of these files, or of these and what a folder has. */
  async function read(files: Record<string, unknown>, folder = newFolder(), series = false) {
    writeFiles(folder, files);
    return { folder, form: await formOf(folder, { series }) };
  }

  /** Takes an export in twice and publishes it; `answers` has the status of each old address. */
  async function bring(files: Record<string, unknown>, folder = newFolder(), series = false) {
    const { form } = await read(files, folder, series);
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
    const told = [...form.items, ...form.notes.map(({ facts }) => facts), ...form.series];
    for (const address of told.flatMap((one) => one.oldAddresses)) {
      const { pathname } = new URL(address, 'http://site');
      answers[pathname] = (await world.request(encodeURI(addressKey(address)))).status;
    }
    const stories = world
      .rows(storyRows)
      .map(({ body, ...row }) => ({ ...row, body: readBody(body) }));
    return { form, outcome, again, answers, stories, items: world.rows(mediaRows) };
  }

  return { read, bring, newFolder };
}
