/** Reading the form: its faults, its encodings, and many files. */
import { movedItem } from '@veldlicht/contract/moving';
import { sentenceOf } from '@veldlicht/contract/reason';
import { movedIn } from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { itemLines, useMovingBench, xmp } from '#testing/moving-bench.ts';
import { planImport } from './plan-import.ts';
import { emptyForm, requireFewItems } from './read-form.ts';

const { bring, newSite, read } = useMovingBench();

/** Photos in a tree; `npm run nightly` plans 100,000. */
const FILES = roundsOf('many-files', 300);

it('names the lines with faults, and takes nothing in', async () => {
  const { form } = await read({
    'a.jpg': {},
    'items.jsonl': itemLines([
      { file: 'a.jpg' },
      { file: '../a.jpg' },
      { file: 'weg.jpg' },
      { file: 'a.jpg', lat: 95, naam: 'Ree' },
      { sourceId: '1', file: 'a.jpg', oldAddresses: ['/admin/x'] },
    ]),
  });
  expect(form.faults.map(sentenceOf)).toEqual([
    'items.jsonl, line 2: the file is outside the folder',
    'items.jsonl, line 4: these fields are not valid: lat, naam',
    'flickr:1 appears twice',
    'The file weg.jpg is missing',
    'flickr:1: “/admin/x” is an address of Veldlicht itself',
  ]);
  await expect(bring(form)).rejects.toThrow('5 lines or files have errors');
});

it.each(['utf8', 'latin1'] as const)('reads a table and a note saved in %s', async (code) => {
  const saved = (text: string) => Buffer.from((code === 'utf8' ? '\ufeff' : '') + text, code);
  const { form } = await read({
    'a.jpg': {},
    'items.csv': saved(
      [
        'source;sourceId;file;title;lat;lon;keywords;category',
        `map;1;a.jpg;'=Reeën;52,1;5,8;"Mist; Avond";fauna`,
        'map;2;a.jpg;;;;;;te veel',
      ].join('\r\n'),
    ),
    'stories/ree.md': saved('---\nsource: "map"\nsourceId: "3"\ntitle: "Één ree"\n---\n'),
  });
  const fields = { title: '=Reeën', lat: 52.1, lon: 5.8, keywords: ['Mist', 'Avond'] };
  expect(form.items).toMatchObject([{ ...fields, category: 'fauna' }]);
  expect(form.stories).toMatchObject([{ facts: { title: 'Één ree' } }]);
  expect(form.faults.map(sentenceOf)).toEqual([
    'items.csv, line 3: these fields are not valid: column 9',
  ]);
});

it('plans a tree of many files with sidecars', { timeout: 60_000 + FILES * 20 }, async () => {
  const sidecar = xmp({ title: 'Ree', keywords: ['Mist'] });
  const { folder } = await read(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, n) => `${n % 100}/${n}.jpg`).flatMap((file) => [
        [file, 'x'],
        [`${file}.xmp`, sidecar],
      ]),
    ),
  );
  const { world } = await newSite();
  const since = performance.now();
  const { form } = await read({}, folder);
  const { lines } = await planImport(world.db, form, { category: null });
  expect(lines).toEqual([`plan_fresh?n=${FILES}`, 'plan_tags?n=1&names=Mist']);
  keepFigures('many-files', { files: FILES, ms: Math.round(performance.now() - since) });
  expect(world.rows(movedIn)).toEqual([]);
});

it('refuses more than 100,000 items', () => {
  const item = movedItem.parse({ source: 'map', sourceId: '1', file: 'a.jpg' });
  const many = { ...emptyForm(''), items: Array(100_001).fill(item) };
  expect(() => requireFewItems(many)).toThrow('At most 100000 photos and videos');
});
