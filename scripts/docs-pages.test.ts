import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DocsPage, deadLinks, readPages, toSitePage } from './docs-pages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-docs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A repository with these pages below docs/, and empty ones at its root. */
function write(pages: Record<string, string>) {
  const others = { '../CHANGELOG.md': '', '../CONTRIBUTING.md': '', '../SECURITY.md': '' };
  for (const [name, text] of Object.entries({ ...others, ...pages })) {
    const file = path.join(root, 'docs', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return readPages(root);
}
const siteText = (pages: DocsPage[], file: string) => {
  const page = pages.find((one) => one.file === file);
  return page && toSitePage(page, pages);
};

it('has no dead link in the documentation', () => {
  const repository = path.join(import.meta.dirname, '..');
  expect(deadLinks(repository, readPages(repository))).toEqual([]);
});

it('finds links to missing files and headings', () => {
  const pages = write({
    'a.md': '# Een kop, twee\n[x](b.md) [x](b.md#er-niet) [x](#een-kop-twee) [x](#weg) [x](c.md)',
    'b.md': '# Er\n[x](https://example.nl/weg) [x](../SECURITY.md) [x](../weg.ts)',
  });
  expect(deadLinks(root, pages)).toEqual([
    'docs/a.md: b.md#er-niet',
    'docs/a.md: #weg',
    'docs/a.md: c.md',
    'docs/b.md: ../weg.ts',
  ]);
});

it('puts owner pages of both languages at the same address, and converts links to those of the site', () => {
  const pages = write({
    'owner/nl/fotos.md': '---\ntitle: Foto’s\n---\n\n# Foto’s\n\n[API](../../developer/api.md#x)',
    'owner/en/photos.md': '# Photos\n\n![a](../../images/a.jpg) [c](../../../src/code.ts)',
    'developer/api.md': '# API\n[j](openapi.json) [p](../owner/nl/fotos.md) [s](../../SECURITY.md)',
  });
  expect(pages.map(({ address }) => address)).toContain('nl/owner/fotos');
  expect(siteText(pages, 'docs/owner/nl/fotos.md')).toBe(
    '---\ntitle: Foto’s\n---\n\n\n[API](../../../developer/api/#x)',
  );
  expect(siteText(pages, 'docs/owner/en/photos.md')).toBe(
    '---\ntitle: "Photos"\n---\n\n\n![a](../images/a.jpg) c',
  );
  expect(siteText(pages, 'docs/developer/api.md')).toBe(
    '---\ntitle: "API"\n---\n\n[j](../openapi.json) [p](../../nl/owner/fotos/) [s](../../security/)',
  );
});
