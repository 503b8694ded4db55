/**
 * The pages of all photos as Hugo and as Eleventy build them in full. The template is one of our own
 * pages with its words and addresses taken out, so that theirs weigh the same.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTimed } from './programs.ts';

const ELEVENTY = '@11ty/eleventy@3.1.2';

interface PhotoPage {
  slug: string;
  title: string;
  description: string;
  hash: string;
}

/** The photos of a file of `content-build pages`: one page's data a line. */
function readPhotos(pagesFile: string): PhotoPage[] {
  return readFileSync(pagesFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"path":"/foto/'))
    .flatMap((line) => {
      const { item } = JSON.parse(line);
      const hash = /\/media\/([0-9a-f]{32})\//.exec(item?.sources?.[0]?.url ?? '')?.[1];
      if (!item || !hash) return [];
      const { slug, title, description } = item;
      return [{ slug, title, description: description ?? '', hash }];
    });
}

/** One of our pages with `mark(name)` in place of what differs from page to page. */
function template(html: string, photo: PhotoPage, mark: (name: keyof PhotoPage) => string): string {
  if (/\{\{|\{%|\{#/.test(html)) throw new Error('the page looks like a template itself');
  const names = ['slug', 'hash', 'description', 'title'] as const;
  return names.reduce(
    (text, name) => (photo[name] ? text.replaceAll(photo[name], mark(name)) : text),
    html,
  );
}

/** Wall milliseconds of a full build. */
export type TimedBuild = () => Promise<number>;

async function hugo(photos: PhotoPage[], html: string, folder: string): Promise<TimedBuild | null> {
  if ((await runTimed(['hugo', 'version']).catch(() => null)) === null) return null;
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const [first] = photos;
  if (!first) throw new Error('no photos');
  write('config.toml', 'baseURL = "/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n');
  const mark = (name: string) => (name === 'title' ? '{{ .Title }}' : `{{ .Params.${name}Of }}`);
  write('layouts/_default/single.html', template(html, first, mark));
  write('layouts/index.html', '<ul>{{ range .Site.RegularPages }}<li>{{ .Title }}{{ end }}</ul>');
  for (const { slug, title, description, hash } of photos) {
    const facts = { title, slugOf: slug, descriptionOf: description, hashOf: hash };
    write(`content/foto/${slug}.md`, `${JSON.stringify(facts)}\n`);
  }
  let builds = 0;
  // A new folder each time: where ten thousand files were just deleted, making them takes twice as long.
  return () => {
    const output = `public-${++builds}`;
    return runTimed(['hugo', '--source', folder, '--destination', output, '--quiet']);
  };
}

async function eleventy(photos: PhotoPage[], html: string, folder: string): Promise<TimedBuild> {
  const [first] = photos;
  if (!first) throw new Error('no photos');
  const source = path.join(folder, 'source');
  mkdirSync(path.join(source, '_data'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  writeFileSync(path.join(source, '_data/photos.json'), JSON.stringify(photos));
  const matter = `---json
{"pagination":{"data":"photos","size":1,"alias":"photo"},"permalink":"foto/{{ photo.slug }}.html"}
---
`;
  const page = template(html, first, (name) => `{{ photo.${name} }}`);
  writeFileSync(path.join(source, 'photo.njk'), matter + page);
  await runTimed(['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', ELEVENTY]);
  const program = path.join(folder, 'node_modules/@11ty/eleventy/cmd.cjs');
  const output = path.join(folder, 'public');
  const command = [process.execPath, program, '--quiet', `--input=${source}`, `--output=${output}`];
  return () => runTimed(command);
}

/** Both with all that they need; Hugo null where it is not installed (apt-get install hugo). */
export async function prepareGenerators(pagesFile: string, release: string, scratch: string) {
  const photos = readPhotos(pagesFile);
  const slug = photos[0]?.slug ?? '';
  const html = readFileSync(path.join(release, 'foto', slug.slice(-2), `${slug}.html`), 'utf8');
  return {
    pages: photos.length,
    hugo: await hugo(photos, html, path.join(scratch, 'hugo')),
    eleventy: await eleventy(photos, html, path.join(scratch, 'eleventy')),
  };
}
