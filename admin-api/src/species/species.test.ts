import { CHANGE_MADE } from '@veldlicht/contract/change-made';
import { guardAnswer } from '@veldlicht/contract/guard';
import { undone } from '@veldlicht/contract/history';
import { mediaItem } from '@veldlicht/contract/media';
import { species, speciesName } from '@veldlicht/contract/species';
import { media } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

const MEDIA = '/api/admin/media';
const GUARD = '/api/admin/guard';
const t = useTestApp({}, 'admin');
beforeEach(() => seedSpecies(t.db));

const find = (q: string) =>
  readAnswer(z.array(speciesName), t.request(`/api/species?q=${encodeURIComponent(q)}`));
const create = (change: Record<string, unknown>, time = '07:00:00') => {
  const { imageUrl } = addFile(t.db, { facts: { date: '2026-03-09', time, offset: '+01:00' } });
  const payload = mediaPayload(imageUrl, { date: '2026-03-09', ...change });
  return readAnswer(mediaItem, t.send('POST', MEDIA, payload));
};
const read = (id: string) => readAnswer(mediaItem, t.send('GET', `${MEDIA}/${id}`));
const patch = (id: string, json: unknown) =>
  readAnswer(mediaItem, t.send('PATCH', `${MEDIA}/${id}`, json));
const { published: publicList } = useLibrary(t);
const setRules = (...rules: unknown[]) => readAnswer(guardAnswer, t.send('PUT', GUARD, { rules }));
const rule = (level: string, change = {}) => {
  return { scientificName: 'Bubo bubo', level, months: [], nestMonths: [], reason: '', ...change };
};
const listed = async (name: string) => {
  const all = await readAnswer(z.array(species), t.send('GET', '/api/admin/species'));
  return all.find(({ scientificName }) => scientificName === name);
};
const remove = (name: string) => t.send('DELETE', `/api/admin/species/${encodeURIComponent(name)}`);
const place = { location: '52.131234, 5.860432', locationPrivacy: 'exact' };

describe('finding species', () => {
  it('goes by any part of either name, with or without accents', async () => {
    expect(await find('oehoe')).toContainEqual({ scientificName: 'Bubo bubo', dutchName: 'Oehoe' });
    expect(await find('BUBO B')).toContainEqual({
      scientificName: 'Bubo bubo',
      dutchName: 'Oehoe',
    });
    expect((await find('a')).length).toBe(20);
    expect(await find(' ')).toEqual([]);
    expect(await find('geen soort')).toEqual([]);
  });

  it('shows visitors an own name only if it leads to no guarded item', async () => {
    const put = (name: string, dutchName: string) =>
      t.send('PUT', '/api/admin/species', { scientificName: name, dutchName, group: 'birds' });
    await put('Bubo bubo', 'Oehoe van Nergena');
    await put('Otus scops', 'Kleine uil');
    expect(await find('bubo bubo')).toEqual([{ scientificName: 'Bubo bubo', dutchName: null }]);
    expect(await find('nergena')).toEqual([]);
    expect(await find('kleine uil')).toContainEqual({
      scientificName: 'Otus scops',
      dutchName: 'Kleine uil',
    });
    const answer = await t.send('GET', '/api/species?q=nergena');
    expect(await answer.json()).toEqual([
      { scientificName: 'Bubo bubo', dutchName: 'Oehoe van Nergena' },
    ]);
  });
});

describe('species of an item', () => {
  it('are listed in order for everyone, sightings only for signed-in users', async () => {
    const seen = { scientificName: 'Vulpes vulpes', kind: 'hide', lifeStage: 'young', nest: true };
    const { id } = await create({ species: ['Astur gentilis', seen] });
    const { species: shown } = await read(id);
    expect(shown).toEqual([
      {
        scientificName: 'Accipiter gentilis',
        dutchName: 'Havik',
        kind: 'wild',
        lifeStage: null,
        nest: false,
      },
      { ...seen, dutchName: 'Vos' },
    ]);
    const [item] = await publicList();
    expect(item?.species).toEqual([
      { scientificName: 'Accipiter gentilis', dutchName: 'Havik' },
      { scientificName: 'Vulpes vulpes', dutchName: 'Vos' },
    ]);
    // As they were read.
    expect((await patch(id, { species: shown.toReversed() })).species).toEqual(shown.toReversed());
    expect((await patch(id, { species: [] })).species).toEqual([]);
  });

  it('are set and removed in bulk, and restored with their sightings', async () => {
    const seen = { scientificName: 'Bubo bubo', kind: 'hide', nest: true };
    const items = [
      await create({ species: ['Vulpes vulpes', seen] }),
      await create({ species: ['Vulpes vulpes'], date: '2025-01-01' }, '01:00:00'),
    ];
    const ids = items.map(({ id }) => id);
    const all = () => Promise.all(ids.map(read));
    const told = async () =>
      (await all()).map(({ species, guard }) => [
        species.map(({ dutchName }) => dutchName),
        guard?.level,
      ]);
    const before = await all();
    const update = (data: unknown) => t.send('POST', `${MEDIA}/bulk-update`, { ids, data });
    const undo = async (edit: Response) => {
      const change = edit.headers.get(CHANGE_MADE);
      const answer = await readAnswer(undone, t.send('POST', `/api/admin/history/${change}/undo`));
      const was = before.map(({ species, guard }) => [species, guard]);
      expect((await all()).map(({ species, guard }) => [species, guard])).toEqual(was);
      return answer.undone;
    };
    const removed = await update({ removeSpecies: ['Bubo bubo', 'Bufo bufo'] });
    expect(await told()).toEqual([
      [['Vos'], undefined],
      [['Vos'], undefined],
    ]);
    expect((await read(ids[1] ?? '')).updatedAt).toBe(before[1]?.updatedAt);
    expect(await undo(removed)).toBe(1);
    const added = await update({ addSpecies: ['Bubo bubo'] });
    expect(await told()).toEqual([
      [['Vos', 'Oehoe'], 'hidden'],
      [['Vos', 'Oehoe'], 'region'],
    ]);
    expect(await undo(added)).toBe(1);
    for (const data of [{ removeSpecies: ['Nessiteras rhombopteryx'] }, { removeSpecies: [] }])
      expect(await refusal(update(data))).toMatchObject({ code: 'invalid_input' });
  });
  it('are restored from the trash with their guard', async () => {
    const { id } = await create({ species: ['Bubo bubo'] });
    const near = await create({}, '08:00:00');
    await t.send('DELETE', `${MEDIA}/${id}`);
    expect((await read(near.id)).guard).toBeNull();
    await t.send('POST', `${MEDIA}/trash/${id}/restore`);
    expect((await read(id)).species).toMatchObject([{ scientificName: 'Bubo bubo' }]);
    expect((await read(near.id)).guard?.level).toBe('region');
  });
});

describe("an owner's own species", () => {
  it('are added and corrected, and deleted while nothing shows them', async () => {
    const own = { scientificName: 'Lynx lynx', dutchName: 'Los', group: 'mammals' };
    await t.send('PUT', '/api/admin/species', own);
    expect(await find('lynx l')).toContainEqual({ scientificName: 'Lynx lynx', dutchName: 'Los' });
    const same = await t.send('PUT', '/api/admin/species', own);
    expect(await same.json()).toEqual({ added: 0, changed: 0 });
    const other = { scientificName: 'Gulo gulo', dutchName: 'Veelvraat', group: 'mammals' };
    const added = await t.send('PUT', '/api/admin/species', other);
    expect(await added.json()).toEqual({ added: 1, changed: 0 });
    const { id } = await create({ species: ['Gulo gulo'] });
    expect((await t.send('DELETE', '/api/admin/species/Gulo%20gulo')).status).toBe(409);
    await patch(id, { species: [] });
    expect((await t.send('DELETE', '/api/admin/species/Gulo%20gulo')).status).toBe(204);
    expect(await listed('Gulo gulo')).toBeUndefined();
    seedSpecies(t.db);
    expect(await find('lynx l')).toContainEqual({ scientificName: 'Lynx lynx', dutchName: 'Los' });
  });

  it('are corrections of the list where it has them, taken back at once though items show them', async () => {
    const before = await listed('Bubo bubo');
    expect(before).toMatchObject({ dutchName: 'Oehoe', own: false, listed: true });
    const { id } = await create({ species: ['Bubo bubo'] });
    const name = async () => (await read(id)).species[0]?.dutchName;
    const change = { scientificName: 'Bubo bubo', dutchName: 'Grote uil', group: 'birds' };
    await t.send('PUT', '/api/admin/species', change);
    expect(await name()).toBe('Grote uil');
    expect(await listed('Bubo bubo')).toMatchObject({ englishName: null, own: true, items: 1 });
    expect((await remove('Bubo bubo')).status).toBe(204);
    expect(await name()).toBe('Oehoe');
    expect(await listed('Bubo bubo')).toEqual({ ...before, items: 1 });
    expect(await refusal(await remove('Bubo bubo'))).toMatchObject({ reason: 'species_not_own' });
  });

  it('have a text and a picture for their page, which a list of names leaves alone', async () => {
    const { id } = await create({ species: ['Bubo bubo'] });
    const names = { scientificName: 'Bubo bubo', dutchName: 'Oehoe', group: 'birds' };
    const put = (change = {}) => t.send('PUT', '/api/admin/species', { ...names, ...change });
    const told = async () => {
      const { words, picture, own } = (await listed('Bubo bubo')) ?? {};
      return { words, picture, own };
    };
    await put({ words: ' Roept in januari. ', picture: id });
    expect(await told()).toEqual({ words: 'Roept in januari.', picture: id, own: true });
    expect(await (await put()).json()).toEqual({ added: 0, changed: 0 });
    expect((await put({ words: 'Bij 52.131234, 5.860432' })).status).toBe(400);
    await put({ words: '' });
    expect(await told()).toEqual({ words: null, picture: id, own: true });
    await put({ words: 'Anders' });
    expect((await remove('Bubo bubo')).status).toBe(204);
    expect(await told()).toEqual({ words: null, picture: null, own: false });
  });

  it('stay while the trash holds an item that shows them, and while they are guarded', async () => {
    const own = { scientificName: 'Gulo gulo', dutchName: 'Veelvraat', group: 'mammals' };
    await t.send('PUT', '/api/admin/species', own);
    const { id } = await create({ species: ['Gulo gulo'] });
    await t.send('DELETE', `${MEDIA}/${id}`);
    expect((await refusal(await remove('Gulo gulo'))).reason).toBe('species_in_use?n=1');
    await t.send('POST', `${MEDIA}/trash/${id}/restore`);
    const edit = await t.send('POST', `${MEDIA}/bulk-update`, {
      ids: [id],
      data: { removeSpecies: ['Gulo gulo'] },
    });
    await setRules(rule('block', { scientificName: 'Gulo gulo' }));
    expect((await refusal(await remove('Gulo gulo'))).reason).toBe('species_guarded');
    await setRules();
    expect((await remove('Gulo gulo')).status).toBe(204);
    // The edit that took it off is undone without it.
    const change = edit.headers.get(CHANGE_MADE);
    expect((await t.send('POST', `/api/admin/history/${change}/undo`)).status).toBe(200);
    expect((await read(id)).species).toEqual([]);
  });

  it('are refused without a name of two words, and on the page of another', async () => {
    const put = (scientificName: string) => t.send('PUT', '/api/admin/species', { scientificName });
    expect((await put('gulo')).status).toBe(400);
    expect(await refusal(await put('Bubo Bubo'))).toMatchObject({
      fieldReasons: { scientificName: 'species_taken?name=Bubo+bubo' },
    });
  });
});

describe('the guard', () => {
  it('shows visitors area and month, whatever the item’s own texts', async () => {
    await setRules(rule('region'));
    const { guard } = await create({ species: ['Bubo bubo'], ...place });
    expect(guard).toEqual({
      level: 'region',
      reasons: [{ why: 'species', level: 'region', scientificName: 'Bubo bubo' }],
    });
    const [item] = await publicList();
    expect(item).toMatchObject({ date: '2026-03', createdAt: '2026-03-01T00:00:00.000Z' });
    expect(item?.location).toMatch(/^regio /);
    await setRules(rule('hidden'));
    expect((await publicList())[0]?.location).toBeNull();
    await setRules();
    expect(await publicList()).toMatchObject([{ date: '2026-03-09', location: place.location }]);
  });

  it('puts guarded items at the start of their month in every list', async () => {
    await create({ title: 'Eerst' }, '01:00:00');
    await create({ title: 'Uil', species: ['Bubo bubo'] }, '23:00:00');
    await create({ title: 'Laatst' }, '01:00:00');
    for (const which of ['', '/recent']) {
      const list = await publicList(which);
      expect(list.map(({ title }) => title)).toEqual(['Laatst', 'Eerst', 'Uil']);
    }
    // As the first item of the month it would be known as the oldest.
    expect(t.db.select().from(media).orderBy(asc(media.guardOrder)).all().at(-1)?.title).toBe(
      'Uil',
    );
  });

  it('is a list with optimistic locking, and only of known species', async () => {
    const answer = await t.send('GET', GUARD);
    const etag = answer.headers.get('etag') ?? '';
    const { rules } = guardAnswer.parse(await answer.json());
    expect(rules.length).toBeGreaterThan(40);
    const put = (json: unknown) =>
      t.request(GUARD, { method: 'PUT', json, cookie: t.cookie, headers: { 'If-Match': etag } });
    expect((await put({ rules: rules.slice(1) })).status).toBe(200);
    expect((await put({ rules })).status).toBe(412);
    const unknown = await t.send('PUT', GUARD, {
      rules: [rule('block', { scientificName: 'X y' })],
    });
    expect(await refusal(unknown)).toMatchObject({ code: 'invalid_input' });
    // Removed rules do not return at the next start.
    seedSpecies(t.db);
    expect((await readAnswer(guardAnswer, t.send('GET', GUARD))).rules).toHaveLength(
      rules.length - 1,
    );
  });
});
