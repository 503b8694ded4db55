/** `npm run species`. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { species } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { quickModules } from '@veldlicht/scripts/programs';
import { inArray } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeEach(() => seedSpecies(t.db));

function run(...lines: string[]) {
  const { root } = t.folder;
  writeFileSync(path.join(root, 'taxa.csv'), lines.join('\n'));
  const script = path.join(import.meta.dirname, 'species.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [quickModules, script, 'taxa.csv'],
    {
      env: { ...process.env, DATA_DIR: root, INIT_CWD: root, NODE_OPTIONS: '' },
      encoding: 'utf8',
    },
  );
  return [status, stdout + stderr];
}
const owls = () =>
  t.db
    .select({ name: species.scientificName, dutchName: species.dutchName, own: species.own })
    .from(species)
    .where(inArray(species.scientificName, ['Bubo africanus', 'Bubo bubo']))
    .all();

it('adds and corrects species, and names the lines it skips', () => {
  expect(owls()).toEqual([{ name: 'Bubo bubo', dutchName: 'Oehoe', own: false }]);
  const head = 'scientificName,dutchName';
  const file = [head, 'Bubo bubo,Grote uil', 'Bubo africanus,Vlekoehoe', 'Bubo,'];
  const left = 'Line 4, Bubo: the name of a species has two words.\n';
  expect(run(...file)).toEqual([0, `${left}Species added: 1, changed: 1.\n`]);
  expect(owls()).toEqual([
    { name: 'Bubo africanus', dutchName: 'Vlekoehoe', own: true },
    { name: 'Bubo bubo', dutchName: 'Grote uil', own: true },
  ]);
  expect(t.audits('actor', 'action', 'entity', 'facts')).toEqual([
    ['npm run user', 'create', 'species', { count: 2, names: ['Bubo bubo', 'Bubo africanus'] }],
  ]);
  expect(run(...file)).toEqual([0, `${left}Species added: 0, changed: 0.\n`]);
});

it('changes nothing when the file has no names', () => {
  const before = owls();
  expect(run('name', 'Bubo africanus')).toEqual([
    1,
    'The first line has no column scientificName.\n',
  ]);
  expect(owls()).toEqual(before);
});
