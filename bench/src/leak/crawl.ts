/** Crawls a public site: all addresses found in answers, and some guessed ones. */

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: Buffer;
}
/** By path with query. */
export type Capture = Map<string, Answer>;

const AT_ONCE = 12;

/** Entry points, the API, and paths that careless servers expose. */
const guesses = `
  / /robots.txt /sitemap.xml /rss.xml /manifest.webmanifest /kaart /soorten /mediabibliotheek/archief/1
  /.well-known/tdmrep.json /release.json /manifest.json /snapshot.json /index.json /retired-0000.txt
  /api/media /api/media/featured /api/media/recent /api/categories /api/settings /api/health
  /api/species?q=a /api/build/snapshot /api/admin/media /api/admin/guard /admin/preview/
  /media/ /bibliotheek/ /foto/ /public/ /staging/ /releases/ /originals/ /data/ /veldlicht.db /public.db /lists/media.json`;

const PATHS = /(?:\/[\w~.%-]+)+(?:\/(?=["'\s<]))?/g;

/** Text of an answer; '' for a picture. */
export const textOf = ({ headers, body }: Answer) =>
  /text|json|xml|javascript|manifest/.test(headers.get('content-type') ?? '')
    ? body.toString('utf8')
    : '';

/** Addresses on the site in an answer. */
function namedIn(answer: Answer, origin: string): string[] {
  return textOf(answer).replaceAll(origin, '').replaceAll('\\/', '/').match(PATHS) ?? [];
}

/** Addresses next to a picture that careless servers expose. */
function besides(path: string): string[] {
  const hash = /^\/media\/([0-9a-f]{32})\//.exec(path)?.[1];
  return hash ? [`/media/${hash}/`, `/media/${hash}/original.jpg`, `/originals/${hash}.jpg`] : [];
}

async function read(origin: string, path: string): Promise<Answer> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: new Map(answer.headers), body };
}

/** Crawls a site; `known` are addresses from earlier visits. */
export async function crawl(origin: string, known: Iterable<string> = []): Promise<Capture> {
  const queue = new Set([...guesses.trim().split(/\s+/), ...known]);
  const capture: Capture = new Map();
  const waiting = [...queue];
  const lane = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await read(origin, path);
      capture.set(path, answer);
      if (answer.status >= 400) continue;
      for (const next of [...namedIn(answer, origin), ...besides(path)]) {
        if (queue.has(next)) continue;
        queue.add(next);
        waiting.push(next);
      }
    }
  };
  // A lane ends on an empty queue, though others may add to it.
  while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return capture;
}
