/** The sources of a workspace, for checks over all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

export interface SourceFile {
  /** Path from the root, with forward slashes. */
  path: string;
  text: string;
}

/** All scripts, stylesheets and Astro files of a workspace, except generated ones. */
export function sourceFiles(workspace: string): SourceFile[] {
  return readdirSync(path.join(root, workspace), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|astro|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|\.astro)\//.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Tests, and the folders that only tests use. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/');
}
