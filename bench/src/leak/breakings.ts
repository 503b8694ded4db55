/** Ways to break the guard, applied to a capture, which the attacker must find. */
import { areaOf } from '@veldlicht/database/positions/area';
import { settlementsAround } from '@veldlicht/database/settlement';
import type { Answer, Capture } from './crawl.ts';
import { isoDay, type Secret } from './world.ts';

/** A capture, and the secrets and originals of items. */
interface Broken {
  capture: Capture;
  secrets: ReadonlyMap<string, Secret>;
  originalOf: (secret: Secret) => Promise<Buffer>;
}

type Breaking = (world: Broken, victims: string[]) => Promise<void> | void;

/** Replaces the text of an answer. */
function rewrite(capture: Capture, path: string, change: (text: string) => string): void {
  const answer = capture.get(path);
  if (answer)
    capture.set(path, { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) });
}

const rewriteOwn =
  (change: (text: string, secret: Secret) => string): Breaking =>
  ({ capture, secrets }, victims) => {
    for (const path of victims)
      rewrite(capture, path, (text) => {
        const secret = secrets.get(path);
        return secret ? change(text, secret) : text;
      });
  };

function picturesOf(capture: Capture, path: string): [string, Answer][] {
  const html = capture.get(path)?.body.toString('utf8') ?? '';
  const folder = /"contentUrl":"[^"]*(\/media\/[0-9a-f]{32}\/)/.exec(html)?.[1];
  return [...capture].filter(
    ([name, { status }]) => folder && name.startsWith(folder) && status === 200,
  );
}

type PublicItem = { slug: string; createdAt: string };

/** Changes the items in the API's list. */
function rewriteList(
  { capture, secrets }: Broken,
  change: (items: PublicItem[], secretOf: (item: PublicItem) => Secret | undefined) => PublicItem[],
): void {
  const secretOf = ({ slug }: PublicItem) => secrets.get(`/foto/${slug}`);
  rewrite(capture, '/api/media', (text) => JSON.stringify(change(JSON.parse(text), secretOf)));
}

export const breakings: Record<string, Breaking> = {
  'the day stands in the structured data': rewriteOwn((text, { takenAt }) =>
    text.replace(/"dateCreated":"\d{4}-\d\d"/, `"dateCreated":"${isoDay(takenAt)}"`),
  ),
  'an unconfirmed title is told': rewriteOwn((text, { position }) => {
    const [village = ''] = settlementsAround(position, 'block');
    return village ? text.replace('</main>', `<p>Uil bij ${village}</p></main>`) : text;
  }),
  'a list has the order of uploads': (world) =>
    rewriteList(world, (items, secretOf) =>
      items.toSorted((a, b) => (secretOf(b)?.uploadedAt ?? 0) - (secretOf(a)?.uploadedAt ?? 0)),
    ),
  'the place is told as it was typed': rewriteOwn((text, { location }) =>
    text.replace('<dl class="facts">', `<p class="place">${location}</p><dl class="facts">`),
  ),
  'a picture keeps its metadata': async ({ capture, secrets, originalOf }, victims) => {
    for (const path of victims) {
      const [first] = picturesOf(capture, path);
      const secret = secrets.get(path);
      if (first && secret) capture.set(first[0], { ...first[1], body: await originalOf(secret) });
    }
  },
  'files have the time of their upload': ({ capture, secrets }) => {
    for (const [path, { uploadedAt }] of secrets)
      for (const [name, answer] of picturesOf(capture, path)) {
        const time = new Date(uploadedAt).toUTCString();
        const headers = new Map([...answer.headers, ['last-modified', time]]);
        capture.set(name, { ...answer, headers });
      }
  },
  'the map has a smaller block': rewriteOwn((text, { position }) => {
    const { grid } = areaOf(position, 'block');
    return grid
      ? text.replace('</main>', `<a href="/kaart/${grid.east}/${grid.north}">kaart</a></main>`)
      : text;
  }),
  'the moment of upload is told': (world, victims) =>
    rewriteList(world, (items, secretOf) =>
      items.map((item) => {
        const secret = victims.includes(`/foto/${item.slug}`) ? secretOf(item) : undefined;
        return secret ? { ...item, createdAt: new Date(secret.uploadedAt).toISOString() } : item;
      }),
    ),
};
