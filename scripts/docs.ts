/** `npm run docs`: builds the documentation as a site in docs-site/dist. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deadLinks, readPages, toSitePage } from './docs-pages.ts';

const root = path.join(import.meta.dirname, '..');
const site = path.join(root, 'docs-site');
const content = path.join(site, 'src/content/docs');
const files = path.join(site, 'public');

const pages = readPages(root);
const dead = deadLinks(root, pages);
if (dead.length > 0) {
  console.error(`Links that lead nowhere:\n${dead.join('\n')}`);
  process.exit(1);
}
for (const folder of [content, files]) rmSync(folder, { recursive: true, force: true });
const notPages = (file: string) => !file.endsWith('.md');
for (const folder of [content, files])
  cpSync(path.join(root, 'docs'), folder, { recursive: true, filter: notPages });
cpSync(path.join(site, 'home'), content, { recursive: true });
for (const page of pages) {
  const file = path.join(content, `${page.address || 'index'}.md`);
  mkdirSync(path.dirname(file), { recursive: true });
  if (page.address !== '' || !existsSync(file)) writeFileSync(file, toSitePage(page, pages));
}
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', site],
  { cwd: site, stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } },
);
process.exit(status ?? 1);
