/** Writes docs/developer/licences.md, to run after a change of packages: `npm run licences`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licencesPage } from './licence-list.ts';

const root = path.join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
writeFileSync(path.join(root, 'docs/developer/licences.md'), licencesPage(lock));
