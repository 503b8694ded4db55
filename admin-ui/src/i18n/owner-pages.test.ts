/** The owner's pages name buttons and pages of the panel; every bold label is one that the panel shows. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { texts } from './en.ts';

const docs = path.join(import.meta.dirname, '../../../docs/owner');
const ofLightroom = ['File', 'Plug-in Manager', 'Add', 'Set up', 'Publish Services', 'Library'];
const others = [
  ...ofLightroom,
  'Publish',
  'Create Series',
  'English',
  'Nederlands',
  // Emphasis, not labels.
  'series',
  'field note',
  'reeks',
  'veldnotitie',
];

it.each([
  ['en', 0],
  ['nl', 1],
] as const)('names what the panel shows, in %s', (language, i) => {
  const folder = path.join(docs, language);
  // A soft hyphen tells browsers where a word may break.
  const shown = new Set(Object.values(texts).map((text) => text[i].replaceAll('\u00ad', '')));
  const labels = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll(/\s+/g, ' ');
    return [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label = '']) => label.split(' → '));
  });
  expect(labels.length).toBeGreaterThan(50);
  const isUnknown = (label: string) => !shown.has(label) && !others.includes(label);
  expect(labels.filter(isUnknown)).toEqual([]);
});
