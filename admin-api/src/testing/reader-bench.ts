/** Tests of readers: a folder, and a Veldlicht that takes in what was read and publishes it. */
import { sentenceOf } from '@veldlicht/contract/reason';
import { addressKey } from '@veldlicht/database/redirects';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { importLibrary } from '#moving/import-library.ts';
import { publishMoved } from '#moving/publish-moved.ts';
import { type Form, subjectsOf } from '#moving/read-form.ts';
import { formOf } from '#moving/readers/index.ts';
import { useMovingBench, work, writeFiles } from './moving-bench.ts';
import { createTestApp } from './test-app.ts';
import { addSite } from './test-site.ts';

export function useReaderBench() {
  const { ends, newFolder } = useMovingBench();

  /** Reads an export of these files, beside those that a folder has. */
  async function read(files: Record<string, unknown>, folder = newFolder(), series = false) {
    writeFiles(folder, files);
    const form = await formOf(folder, { series });
    return { folder, form, left: form.left.map(sentenceOf) };
  }

  /** Takes a form in and publishes it. Returns the outcome, and the status of each old address. */
  async function bring(form: Form) {
    const world = await createTestApp();
    ends.push(() => world.remove(), work(world));
    seedSpecies(world.db);
    const anna = world.addUser('admin', 'anna');
    const choice = { category: 'Fauna', makeTags: true };
    const outcome = await importLibrary(world.deps, form, anna, choice);
    await publishMoved(world.deps, anna);
    addSite(world.folder);
    const answers: Record<string, number> = {};
    for (const address of subjectsOf(form).flatMap((one) => one.oldAddresses)) {
      const { pathname } = new URL(address, 'http://site');
      answers[pathname] = (await world.request(encodeURI(addressKey(address)))).status;
    }
    return { outcome, answers };
  }

  return { read, bring };
}

/** Blocks that show one picture each, by the keys of their items. */
export const singles = (source: string, ...ids: string[]) =>
  ids.map((id) => ({ kind: 'single', media: [`${source}:${id}`] }));
