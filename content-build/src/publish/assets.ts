/** Scripts, styles and fonts: named by their content, and kept for tabs that were opened before an upgrade. */
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS, formsOf, syncAll } from './site-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';
import { writeForms } from './write-forms.ts';

type Assets = Pick<SiteRenderer, 'assets' | 'assetsFolder'>;

/** A tab opened on the previous build may still request its scripts. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Writes the missing assets of this build. */
export async function placeAssets(root: string, staging: string, site: Assets): Promise<void> {
  const placed: string[] = [];
  for (const name of site.assets) {
    const file = path.join(root, ASSETS, name);
    if (existsSync(file)) continue;
    const draft = path.join(staging, `asset-${path.basename(name)}`);
    writeForms(draft, readFileSync(path.join(site.assetsFolder, name)));
    const forms = formsOf(file);
    await syncAll(
      root,
      forms.map((form) => draft + form),
    );
    mkdirSync(path.dirname(file), { recursive: true });
    for (const form of forms) {
      // The mtime records the last use (`pruneAssets`).
      utimesSync(draft + form, new Date(), new Date());
      renameSync(draft + form, file + form);
    }
    placed.push(path.dirname(file));
  }
  await syncAll(root, placed);
}

/** Names of assets whose bytes differ from the compiled ones. */
export function damagedAssets(
  root: string,
  { assets, assetsFolder }: Assets,
  isSound: (file: string, isRight: (bytes: Buffer) => boolean) => boolean,
): string[] {
  return assets.filter((name) => {
    const made = readFileSync(path.join(assetsFolder, name));
    return !isSound(path.join(root, ASSETS, name), (bytes) => bytes.equals(made));
  });
}

/** Removes assets that no build has used for 30 days; a file's mtime records its last use. */
export async function pruneAssets(root: string, { assets }: Assets, now: number): Promise<void> {
  const folder = path.join(root, ASSETS);
  const used = new Set(assets);
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of names) {
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) continue;
    if (used.has(name.replace(/\.(?:br|gz)$/, ''))) await utimes(file, now / 1000, now / 1000);
    else if (facts.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}
