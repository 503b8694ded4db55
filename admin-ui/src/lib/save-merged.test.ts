import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { changedOf, type MergeQuestion, saveMerged } from './save-merged.ts';

interface Version {
  etag: string;
  title: string;
  alt: string | null;
  tags: string[];
}
const began: Version = { etag: '1', title: 'Ree', alt: null, tags: ['mist'] };

/** A server with `stored` by someone else, and a user who keeps these fields. */
function world(stored: Version, keeps: string[] | null) {
  let now = stored;
  const sent: object[] = [];
  const asked: Omit<MergeQuestion, 'answer'>[] = [];
  const save = (mine: Partial<Version>) =>
    saveMerged({
      base: began,
      mine,
      read: async () => now,
      send: async (fields, { etag }) => {
        const changed = { by: 'mira', at: '2026-05-31T12:00:00.000Z' };
        if (etag !== now.etag)
          throw new ApiError(412, 'Changed', 'changed_meanwhile', {}, null, changed);
        sent.push(fields);
        now = { ...now, ...fields, etag: `${now.etag}+` };
        return now;
      },
      question: async (about) => {
        asked.push(about);
        return keeps && new Set(keeps);
      },
    });
  return { save, sent, asked };
}

it('sends what differs, and asks nothing without a concurrent change', async () => {
  const { save, sent, asked } = world(began, null);
  await save(changedOf(began, { title: 'Vos', alt: null, tags: ['mist'] }));
  expect([sent, asked]).toEqual([[{ title: 'Vos' }], []]);
});

it('merges changes of different fields, and equal changes, without asking', async () => {
  const { save, sent, asked } = world({ ...began, etag: '2', alt: 'Een ree', title: 'Vos' }, null);
  expect(await save({ title: 'Vos', tags: ['mist', 'bos'] })).toMatchObject({
    title: 'Vos',
    alt: 'Een ree',
    tags: ['mist', 'bos'],
  });
  expect([sent.length, asked]).toEqual([1, []]);
});

it('asks about a field that both changed, with both values and the author', async () => {
  const theirs = { ...began, etag: '2', title: 'Das', tags: [] };
  const { save, sent, asked } = world(theirs, ['tags']);
  await save({ title: 'Vos', alt: 'Een vos', tags: ['bos'] });
  expect(asked).toEqual([
    {
      conflicts: [
        { name: 'title', mine: 'Vos', theirs: 'Das' },
        { name: 'tags', mine: ['bos'], theirs: [] },
      ],
      changed: { by: 'mira', at: '2026-05-31T12:00:00.000Z' },
    },
  ]);
  expect(sent).toEqual([{ alt: 'Een vos', tags: ['bos'] }]);
});

it('sends nothing when the user returns to the form', async () => {
  const { save, sent } = world({ ...began, etag: '2', title: 'Das' }, null);
  await expect(save({ title: 'Vos' })).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(sent).toEqual([]);
});
