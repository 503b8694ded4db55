/** Writes the description of the API: `npm run openapi`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiFiles } from './api-files.ts';

const root = path.join(import.meta.dirname, '../../..');
for (const [name, text] of Object.entries(await apiFiles())) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
