import { guardDefault } from '@veldlicht/contract/guard';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readGuardDefaults } from './guard-defaults.ts';
import { readSpeciesList } from './species-list.ts';

const rules = readGuardDefaults();
const byName = new Map(rules.map((rule) => [rule.scientificName, rule]));

it('has only species of the list, each once', () => {
  const names = new Set(readSpeciesList().map(({ scientificName }) => scientificName));
  expect(rules.filter(({ scientificName }) => !names.has(scientificName))).toEqual([]);
  expect(byName.size).toBe(rules.length);
  expect(rules.length).toBeGreaterThan(150);
  expect(z.array(guardDefault).safeParse(rules).error).toBeUndefined();
});

it('gives a reason in one sentence in both languages', () => {
  const sentence = /^\p{Lu}[^.]+\.$/u;
  const odd = rules.filter(({ reason: { nl, en } }) => !sentence.test(nl) || !sentence.test(en));
  expect(odd).toEqual([]);
});

it.each([
  ['Bubo bubo', 'region', 2, true],
  ['Circus pygargus', 'hidden', 6, true],
  ['Meles meles', 'block', 11, true],
  ['Cypripedium calceolus', 'hidden', 5, false],
])('keeps %s at the level %s in month %i', (name, level, month, hasNest) => {
  const rule = byName.get(name);
  expect(rule?.level).toBe(level);
  expect(rule?.months.length === 0 || rule?.months.includes(month)).toBe(true);
  expect(rule?.nestMonths !== null).toBe(hasNest);
});

it('lets harriers be seen when they do not breed, and shrikes in summer', () => {
  expect(byName.get('Lanius excubitor')?.months).toEqual([1, 2, 3, 4, 9, 10, 11, 12]);
  expect(byName.get('Circus cyaneus')?.months).toEqual([4, 5, 6, 7, 8]);
});
