import { locationPrivacies } from '@veldlicht/contract/location';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildDraft, type Draft } from './draft.ts';
import { fromRecords, toRecord } from './draft-record.ts';
import { filesToKeep, KEPT_FILES_BYTES } from './kept-files.ts';

const HOUR = 60 * 60 * 1000;
const now = 1_700_000_000_000;

const anyDraft = fc
  .record({
    name: fc.string({ minLength: 1 }),
    size: fc.nat(),
    title: fc.string(),
    location: fc.string(),
    locationPrivacy: fc.constantFrom(...locationPrivacies),
    tags: fc.array(fc.string(), { maxLength: 3 }),
    privacyIsChosen: fc.boolean(),
    dateIsChosen: fc.boolean(),
    sent: fc.option(
      fc.record({
        url: fc.constant('/api/uploads/a?expires=1'),
        at: fc.integer({ min: now - 22 * HOUR, max: now }),
      }),
      { nil: null },
    ),
    stored: fc.option(
      fc.record({
        objectPath: fc.constant('/media/a/960.jpg'),
        type: fc.constantFrom('photo' as const, 'video' as const),
        at: fc.integer({ min: now - 22 * HOUR, max: now }),
      }),
      { nil: null },
    ),
    failure: fc.option(
      fc.record({
        stage: fc.constantFrom('put' as const, 'create' as const, 'missing' as const),
        reason: fc.option(fc.string(), { nil: null }),
      }),
      { nil: null },
    ),
  })
  .map(({ name, size, title, location, locationPrivacy, tags, ...rest }): Draft => {
    const draft = { ...buildDraft(new File([], name, { lastModified: 5 })), ...rest, size };
    // What is only proposed tells no more than the rule allows.
    const privacy = rest.privacyIsChosen ? locationPrivacy : 'hidden';
    const fields = { ...draft.fields, title, location, locationPrivacy: privacy, tags };
    return { ...draft, fields };
  });
const byId = (draft: Draft) => draft.id;

it('brings every draft back as it was, in the same order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyDraft, { selector: byId }), fc.boolean(), (drafts, withFiles) => {
      const records = structuredClone(drafts.map(toRecord)).toReversed();
      const files = new Map(
        drafts.flatMap(({ id, file }) => (withFiles && file ? [[id, file] as const] : [])),
      );
      const expected = withFiles ? drafts : drafts.map((draft) => ({ ...draft, file: null }));
      expect(fromRecords(records, files, now)).toEqual(expected);
    }),
  );
});

it('proposes no more of a place than today', () => {
  const good = toRecord(buildDraft(new File(['x'], 'vos.jpg', { lastModified: 5 })), 0);
  const fields = { ...good.fields, location: 'RD 193245 460310' };
  const privacies = [false, true].map((privacyIsChosen) =>
    fromRecords([{ ...good, fields, privacyIsChosen }], new Map(), now).map(
      (draft) => draft.fields.locationPrivacy,
    ),
  );
  expect(privacies).toEqual([['approximate'], ['exact']]);
});

it('leaves out what another version or another hand wrote', () => {
  const good = toRecord(buildDraft(new File(['x'], 'vos.jpg', { lastModified: 5 })), 0);
  const bad = [null, 7, {}, { ...good, fields: { title: 'x' } }, { ...good, id: '' }];
  expect(fromRecords([...bad, good], new Map(), now)).toHaveLength(1);
  const odd = { ...good, stored: 'x', sent: 'x', dateIsChosen: undefined, failure: 3 };
  expect(fromRecords([odd], new Map(), now)).toMatchObject([
    { name: 'vos.jpg', stored: null, sent: null, dateIsChosen: false, failure: null },
  ]);
  // One of a version without keys gets one of its own.
  const [first, second] = fromRecords(
    [
      { ...good, key: undefined },
      { ...good, key: '' },
    ],
    new Map(),
    now,
  );
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.key).not.toBe(first?.key);
});

it.each([
  [0, true],
  [22 * HOUR, true],
  [23 * HOUR, false],
  [-HOUR, false],
])('remembers an upload of %i ms ago: %s', (age, isKept) => {
  const draft = buildDraft(new File(['x'], 'vos.jpg'));
  const stored = { objectPath: '/media/a/960.jpg', type: 'photo' as const, at: now - age };
  const sent = { url: '/api/uploads/a', at: now - age };
  const [read] = fromRecords([toRecord({ ...draft, stored, sent }, 0)], new Map(), now);
  expect(read?.stored !== null).toBe(isKept);
  expect(read?.sent !== null).toBe(isKept);
});

it('keeps files up to 500 MB in all, in their order, and lets small ones fill the rest', () => {
  expect(KEPT_FILES_BYTES).toBe(524_288_000);
  const sized = [300, 250, 200, 1].map((mb, n) => ({ id: `${n}`, size: mb * 1024 * 1024 }));
  expect([...filesToKeep(sized)]).toEqual(['0', '2']);
  fc.assert(
    fc.property(fc.array(fc.nat(400)), fc.nat(1000), (sizes, budget) => {
      const files = sizes.map((size, n) => ({ id: `${n}`, size }));
      const kept = filesToKeep(files, budget);
      const total = files.reduce((sum, { id, size }) => sum + (kept.has(id) ? size : 0), 0);
      expect(total).toBeLessThanOrEqual(budget);
      for (const { id, size } of files) expect(kept.has(id) || total + size > budget).toBe(true);
    }),
  );
});
