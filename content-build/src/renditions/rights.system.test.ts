/** Rights in stills as exiftool reads them, and no other metadata (decision 016). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { fileRightsOf } from '@veldlicht/contract/rights';
import { emptyProfile } from '@veldlicht/contract/settings';
import { enqueueJob } from '@veldlicht/database/jobs';
import { hashOfText } from '@veldlicht/database/public/shown-words';
import { files, jobs, SHARED, settings, textAnswers } from '@veldlicht/database/schema';
import { addItem } from '@veldlicht/database/testing/add-item';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench, shareImages } from '#testing/job-bench.ts';
import { CAMERA_EXIF, landscape } from '#testing/test-pictures.ts';
import { runRemakeJob } from './remake-job.ts';
import { PACKET_BYTES, rightsPacket } from './rights-packet.ts';

const images = shareImages();
let bench: JobBench;
beforeEach(async () => {
  // A copy, as tests replace its functions.
  bench = await createJobBench({ ...images });
  setProfile({ photographer: 'Joris & Zn <foto>', copyrightHolder: 'Studio "Veld"' });
});
afterEach(() => bench.close());

const setProfile = (profile: object) => bench.deps.db.update(settings).set({ profile }).run();
const folderOf = (hash: string) => path.join(bench.deps.folder.renditions, hash);
const stills = (hash: string) =>
  (bench.fileRow(hash)?.renditions ?? []).map(({ name }) => path.join(folderOf(hash), name));

const FIELDS = {
  creator: 'XMP-dc:Creator',
  notice: 'XMP-dc:Rights',
  terms: 'XMP-xmpRights:UsageTerms',
  licence: 'XMP-xmpRights:WebStatement',
  credit: 'XMP-photoshop:Credit',
  mining: 'XMP-plus:DataMining',
  licensor: 'XMP-plus:LicensorName',
  ask: 'XMP-plus:LicensorURL',
};

/** Fields of the packet, and the groups of all tags, by exiftool. */
function read(names: string[]) {
  const args = ['-j', '-G1', '-a', '-n', '-charset', 'utf8', ...names];
  const found: Record<string, unknown>[] = JSON.parse(
    execFileSync('exiftool', args, { encoding: 'utf8' }),
  );
  return found.map((tags) => {
    const words = Object.entries(FIELDS).map(([name, tag]) => [name, [tags[tag]].flat().join()]);
    const groups = Object.keys(tags).map((tag) => tag.split(':')[0] ?? '');
    return { words: Object.fromEntries(words), groups: new Set(groups) };
  });
}

async function store(bytes: Buffer): Promise<string> {
  await bench.inspect(bytes);
  await bench.render();
  return hashOf(bytes);
}

async function reword(): Promise<void> {
  enqueueJob(bench.deps.db, { kind: 'remake', subject: '', now: 1 });
  await runRemakeJob(bench.deps, bench.claim('remake'));
}

const SITE_WORDS = {
  creator: 'Joris & Zn <foto>',
  credit: 'Joris & Zn <foto>',
  notice: '© Studio "Veld"',
  licence: 'https://veldlicht.example/licentie',
  mining: 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING',
  licensor: 'Studio "Veld"',
  ask: 'https://veldlicht.example/licentie#toestemming',
  terms: expect.stringContaining('voorbehouden'),
};

it('finds the rights of the settings in every still, AVIF and JPEG, sRGB and wide', async () => {
  const plain = await store(await landscape(2000, 1300).withExif(CAMERA_EXIF).jpeg().toBuffer());
  const wide = await store(await landscape(700, 900).withIccProfile('p3').jpeg().toBuffer());
  const names = [...stills(plain), ...stills(wide)];
  expect(names.length).toBeGreaterThan(10);
  const allowed =
    /^(?:SourceFile|ExifTool|System|File|JFIF|QuickTime|Meta|ICC.*|Composite|XMP-(?:x|dc|xmpRights|photoshop|plus))$/;
  for (const [i, { words, groups }] of read(names).entries()) {
    expect(words, names[i]).toEqual(SITE_WORDS);
    expect(
      [...groups].filter((group) => !allowed.test(group)),
      names[i],
    ).toEqual([]);
  }
});

it('finds the rights of the file where it has any, cut to the packet', async () => {
  const bytes = await landscape(600, 400).jpeg().toBuffer();
  const file = path.join(bench.deps.folder.root, 'own.jpg');
  writeFileSync(file, bytes);
  const rights = ['-XMP-dc:Creator=Jip & Janneke', `-XMP-dc:Rights=© ${'é'.repeat(200)}`];
  const terms = '-XMP-xmpRights:UsageTerms=Niet voor reclame';
  const spot = ['-XMP-exif:GPSLatitude=52.1', '-XMP-exif:GPSLongitude=5.8'];
  execFileSync('exiftool', ['-q', '-overwrite_original', ...rights, terms, ...spot, file]);
  const names = stills(await store(readFileSync(file)));
  for (const { words, groups } of read(names)) {
    expect(words).toMatchObject({ creator: 'Jip & Janneke', terms: 'Niet voor reclame' });
    expect(words.notice).toMatch(/^© é+…$/);
    expect(groups).not.toContain('XMP-exif');
  }
});

it('omits unconfirmed texts of the original while a guarded item shows it', async () => {
  const bytes = await landscape(600, 400).jpeg().toBuffer();
  const hash = await store(bytes);
  const facts = { ...NO_FACTS, creator: 'Kees van Kootwijk', usageTerms: 'Hut bij Kootwijk' };
  bench.deps.db.update(files).set({ facts }).run();
  await reword();
  const folder = path.join(bench.deps.folder.renditions, hash);
  const filesSaying = (text: string) =>
    readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).includes(text));
  expect(filesSaying('Kootwijk')).toHaveLength(stills(hash).length);
  addItem(bench.deps.db, 'uil', hash, { guard: 'block' });
  await reword();
  // Nor under the earlier names, which no page has.
  expect(filesSaying('Kootwijk')).toEqual([]);
  const site = { creator: 'Joris & Zn <foto>', terms: SITE_WORDS.terms };
  for (const { words } of read(stills(hash))) expect(words).toMatchObject(site);
  for (const text of ['Kees van Kootwijk', 'Hut bij Kootwijk'])
    bench.deps.db
      .insert(textAnswers)
      .values({ subject: SHARED, mayRead: true, hash: hashOfText(text), at: 1, by: 'iris' })
      .run();
  await reword();
  for (const { words } of read(stills(hash)))
    expect(words).toMatchObject({ creator: 'Kees van Kootwijk', terms: 'Hut bij Kootwijk' });
});

it('has a packet of 1.3 kB, and keeps every field', () => {
  const long = '“&"<é📷'.repeat(300);
  const licenseUrl = `https://${'a'.repeat(84)}.example`;
  const own = { creator: long, copyright: long, usageTerms: long, licenseUrl };
  const profile = { ...emptyProfile, copyrightHolder: long };
  const origin = `https://${'a'.repeat(30)}.example`;
  const packet = rightsPacket(fileRightsOf(own, { origin, profile }));
  expect(packet.toString()).toContain(`WebStatement="${licenseUrl}"`);
  expect([packet.length, PACKET_BYTES]).toEqual([1300, 1300]);
  expect(packet.toString()).toMatch(/<\/x:xmpmeta> *$/);
});

it.each([
  [80, true, true],
  [120, true, false],
  [267, false, false],
])('keeps as many URLs as fit when the origin has %s bytes', (length, page, licensor) => {
  const own = { creator: 'é'.repeat(300), copyright: 'é'.repeat(300) };
  const origin = `https://${'a'.repeat(length - 8)}`;
  const rights = fileRightsOf(own, {
    origin,
    profile: { ...emptyProfile, copyrightHolder: 'é'.repeat(300) },
  });
  const bytes = rightsPacket(rights);
  const packet = bytes.toString();
  expect(bytes).toHaveLength(PACKET_BYTES);
  expect(packet).toMatch(/DMI-PROHIBITED.*<\/x:xmpmeta> *$/);
  expect(packet.includes('WebStatement=')).toBe(page);
  expect(packet.includes('LicensorURL=')).toBe(licensor);
});

it('replaces the packet after a change of settings without rendering, under new names', async () => {
  const hash = await store(await landscape(1200, 800).jpeg().toBuffer());
  const before = stills(hash);
  const pixels = (names: string[]) =>
    Promise.all(names.map((name) => sharp(name).raw().toBuffer()));
  const shown = await pixels(before);
  await reword();
  expect(stills(hash)).toEqual(before);
  setProfile({ photographer: 'Eva', notForTraining: false });
  bench.deps.images.render = () => Promise.reject(new Error('rendered again'));
  await reword();
  const after = stills(hash);
  expect(bench.deps.db.select().from(jobs).where(eq(jobs.state, 'waiting')).all()).toEqual([]);
  expect(after.filter((name) => before.includes(name))).toEqual([
    path.join(folderOf(hash), '960.jpg'),
  ]);
  expect(await pixels(after)).toEqual(shown);
  for (const { words } of read(after))
    expect(words).toMatchObject({
      creator: 'Eva',
      notice: '© Eva',
      mining: 'http://ns.useplus.org/ldf/vocab/DMI-UNSPECIFIED',
    });
  // Open pages request the old ones.
  for (const name of before) expect(statSync(name).size).toBeGreaterThan(0);
});

it('renders a damaged still, and runs again when the settings change meanwhile', async () => {
  const hash = await store(await landscape(600, 400).jpeg().toBuffer());
  const [first = ''] = stills(hash);
  const spoilt = readFileSync(first);
  writeFileSync(first, spoilt.fill(1, spoilt.length - 9));
  setProfile({ photographer: 'Eva' });
  await reword();
  const { render } = bench.deps.images;
  bench.deps.images.render = async (...args) => {
    setProfile({ photographer: 'Mia' });
    return render(...args);
  };
  await bench.render();
  expect(read(stills(hash)).every(({ words }) => words.creator === 'Eva')).toBe(true);
  await runRemakeJob(bench.deps, bench.claim('remake'));
  expect(read(stills(hash)).every(({ words }) => words.creator === 'Mia')).toBe(true);
});

it('publishes no still with further metadata', async () => {
  const hash = await store(await landscape(600, 400).jpeg().toBuffer());
  const [first = ''] = stills(hash);
  execFileSync('exiftool', ['-q', '-overwrite_original', '-XMP-exif:GPSLatitude=52.1', first]);
  bench.deps.db.update(files).set({ processing: 'working' }).where(eq(files.hash, hash)).run();
  expect(await bench.render(bench.take('renditions', hash))).toMatchObject({ state: 'waiting' });
});
