/** The pages of the documentation in the format of the docs site (pure, except that it reads files). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const posix = path.posix;
/** Pages at the root of the repository that the docs site also shows. */
const ROOT_PAGES = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const LINK = /\]\(([^()\s]+)\)/g;
const WHOLE_LINK = /\[([^[\]]*)\]\(([^()\s]+)\)/g;

export interface DocsPage {
  /** Path in the repository. */
  file: string;
  /** Path on the site, without slashes at the ends; empty for the home page. */
  address: string;
  text: string;
}

/** English is the language of the site; Dutch pages are below `nl/`. */
function addressOf(file: string): string {
  const name = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase();
  const inLanguage = name.replace(/^owner\/en\//, 'owner/').replace(/^owner\/nl\//, 'nl/owner/');
  return inLanguage.replace(/(?:^|\/)(?:index|readme)$/, '');
}

/** Every page of the repository at `root`. */
export function readPages(root: string): DocsPage[] {
  const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.endsWith('template.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const files = [...ROOT_PAGES, ...inDocs].sort();
  return files.map((file) => ({
    file,
    address: addressOf(file),
    text: readFileSync(path.join(root, file), 'utf8'),
  }));
}

/** The anchors of the headings, as GitHub and the site generate them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Target of a link on a page: the file in the repository, and its heading, if any. */
function targetOf({ file }: DocsPage, link: string): { target: string; anchor: string } | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [name = '', anchor = ''] = link.split('#');
  return { target: name === '' ? file : posix.join(posix.dirname(file), name), anchor };
}

const between = (from: string, to: string) => posix.relative(`/${from}`, `/${to}`) || '.';

/** Links to missing files or headings, as `page: link`. */
export function deadLinks(root: string, pages: DocsPage[]): string[] {
  const isDead = (page: DocsPage, link: string): boolean => {
    const found = targetOf(page, link);
    if (!found) return false;
    const { target, anchor } = found;
    if (!existsSync(path.join(root, target))) return true;
    return (
      anchor !== '' && !anchorsOf(readFileSync(path.join(root, target), 'utf8')).includes(anchor)
    );
  };
  return pages.flatMap((page) =>
    [...page.text.matchAll(LINK)]
      .filter(([, link = '']) => isDead(page, link))
      .map(([, link]) => `${page.file}: ${link}`),
  );
}

/**
 * The page with the links of the site and with its title as front matter. Links to sources and folders become plain
 * text.
 */
export function toSitePage(page: DocsPage, pages: DocsPage[]): string {
  const linked = page.text.replace(WHOLE_LINK, (whole, words: string, link: string) => {
    const found = targetOf(page, link);
    if (!found || link.startsWith('#')) return whole;
    const { target, anchor } = found;
    const to = pages.find(({ file }) => file === target)?.address;
    if (to !== undefined)
      return `[${words}](${between(page.address, to)}/${anchor && `#${anchor}`})`;
    if (!target.startsWith('docs/') || posix.extname(target) === '') return words;
    const file = target.replace(/^docs\//, '');
    // Links to pictures are file paths; links to other files are addresses, like those to pages.
    const isPicture = /\.(?:jpg|png|svg)$/.test(file);
    return `[${words}](${between(isPicture ? posix.dirname(page.address) : page.address, file)})`;
  });
  const end = linked.startsWith('---\n') ? linked.indexOf('\n---\n') + '\n---\n'.length : 0;
  const body = linked.slice(end).trimStart();
  const [heading, title = page.file] = /^# (.+)\n/.exec(body) ?? [''];
  const front = linked.slice(0, end) || `---\ntitle: ${JSON.stringify(title)}\n---\n`;
  return `${front}\n${body.slice(heading.length)}`;
}
