/** Content of the demo besides pictures: stories, an owner, messages, visits. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { askedTexts, type Settings, type SiteProfile } from '@veldlicht/contract/settings';
import type { Species } from '@veldlicht/contract/species';
import type { StoryItem } from '@veldlicht/contract/story';
import { blocksWith } from '@veldlicht/contract/story-body';
import type { ApiClient } from './api-client.ts';
import { demoFolder } from './src/pictures/picture-set.ts';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(path.join(demoFolder, `${name}.json`), 'utf8'));

type Told = Pick<StoryItem, 'title' | 'date' | 'cover' | 'body'>;
interface DemoSite {
  profile: Partial<SiteProfile>;
  /** Pictures are named by their titles. */
  portrait: string;
  opening: string[];
  species: { scientificName: string; picture: string; words: string }[];
  messages: { name: string; email: string; phone: string; message: string }[];
}

async function idsByTitle(client: ApiClient): Promise<Map<string, string>> {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  return new Map(items.map(({ id, title }) => [title, id]));
}

/** Adds the field notes or the series of `stories.json`, which names pictures by title. */
async function addStories(client: ApiClient, kind: 'notes' | 'series'): Promise<void> {
  const address = `/api/admin/${kind}`;
  const known = await client.call<StoryItem[]>('GET', address);
  const ids = await idsByTitle(client);
  for (const { cover, body, ...told } of read<Record<typeof kind, Told[]>>('stories')[kind]) {
    if (known.some(({ title }) => title === told.title)) continue;
    const blocks = blocksWith(body, (title) => ids.get(title));
    const story = { ...told, cover: ids.get(cover ?? '') ?? null, body: blocks };
    await client.call('POST', address, story);
  }
}

/** Sets the introductions of some species. */
async function openSpecies(client: ApiClient): Promise<void> {
  const known = await client.call<Species[]>('GET', '/api/admin/species');
  const ids = await idsByTitle(client);
  for (const { scientificName, picture, words } of read<DemoSite>('site').species) {
    const found = known.find((one) => one.scientificName === scientificName);
    if (!found || found.own) continue;
    const { dutchName, englishName, group, family } = found;
    const names = { scientificName, dutchName, englishName, group, family };
    const payload = { ...names, words, picture: ids.get(picture) ?? null };
    await client.call('PUT', '/api/admin/species', payload);
  }
}

/** Sets the owner's profile. Returns false when there is one already. */
async function introduce(client: ApiClient): Promise<boolean> {
  const { profile } = await client.call<Settings>('GET', '/api/settings');
  if (profile.photographer) return false;
  const { opening, portrait, profile: own } = read<DemoSite>('site');
  const ids = await idsByTitle(client);
  const homeItems = opening.flatMap((title) => ids.get(title) ?? []);
  const chosen = { ...own, homeItems, portrait: ids.get(portrait) ?? '' };
  await client.call('PATCH', '/api/settings', { profile: chosen });
  // The demo has guarded items, so these texts need an answer. Texts of items keep waiting, as an example.
  const texts = askedTexts.flatMap((name) => {
    const text = own[name];
    return text ? { subject: 'shared', text, mayRead: true } : [];
  });
  await client.call('POST', '/api/admin/leaks/answers', { texts });
  return true;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SOURCES = ['', 'https://www.google.nl/', 'https://natuurforum.example/draad/7'];

/** Visits pages, some more than once. */
async function visit(origin: string): Promise<void> {
  const library = await (await fetch(`${origin}/mediabibliotheek`)).text();
  const photos = [...new Set(library.match(/\/(?:foto|video)\/[\w-]+/g))];
  const pages = [
    '/',
    '/mediabibliotheek',
    '/soorten',
    '/kaart',
    '/reeksen',
    ...photos,
    '/',
    '/over',
  ];
  for (const [i, page] of [...pages, ...photos.slice(0, 9), '/', '/'].entries()) {
    const referer = SOURCES[i % SOURCES.length] ?? '';
    await fetch(origin + page, { headers: { 'user-agent': BROWSER, referer } });
  }
}

/** Adds missing content. */
export async function addContent(client: ApiClient, origin: string): Promise<void> {
  await addStories(client, 'notes');
  await addStories(client, 'series');
  await openSpecies(client);
  if (!(await introduce(client))) return;
  for (const message of read<DemoSite>('site').messages)
    await client.call('POST', '/api/contact', { ...message, fillMs: 30_000 });
  await visit(origin);
}
