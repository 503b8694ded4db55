/** Route rows of moving out and in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  EXPORT_PATH,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  importState,
} from '@veldlicht/contract/moving';
import { expect } from 'vitest';
import { readAnswer } from './read-answer.ts';
import { another, type Prepare, route } from './route-row.ts';

const confirms = { confirms: true } as const;

/** Makes an empty library, as after the upload of a ZIP file. */
const withLibrary: Prepare = ({ folder }) => {
  mkdirSync(path.join(folder.imports, 'library'), { recursive: true });
  writeFileSync(path.join(folder.imports, 'library', 'items.jsonl'), '');
  const note = JSON.stringify({ name: 'flickr.zip', root: 'library' });
  writeFileSync(path.join(folder.imports, 'import.json'), note);
  return undefined;
};

/** Waits until the import of an earlier row has ended. */
const whenIdle: Prepare = async (t) => {
  const { cookie } = t.signInAs('admin', another('mover'));
  const state = () => readAnswer(importState, t.request(IMPORT_PATH, { cookie }));
  await expect.poll(state).toMatchObject({ running: null });
  return undefined;
};

export const movingRoutes = [
  route(`POST ${EXPORT_PATH}`, 'admin', 204, undefined, confirms),
  route(`GET ${EXPORT_PATH}`, 'admin', 200, undefined, confirms),
  route(`GET ${IMPORT_PATH}`, 'admin', 200),
  // A body of a row is text, so it can't be a ZIP file.
  route(`PUT ${IMPORT_FILE_PATH}`, 'admin', 400, async (t, cookie) => {
    await whenIdle(t, cookie);
    return { body: 'library' };
  }),
  route(`GET ${IMPORT_PATH}/plan`, 'admin', 200, withLibrary),
  route(`POST ${IMPORT_PATH}`, 'admin', 202, async (t, cookie) => {
    await withLibrary(t, cookie);
    return { json: { makeTags: true } };
  }),
  route(`POST ${IMPORT_PATH}/publish`, 'admin', 200),
  route(`DELETE ${IMPORT_PATH}`, 'admin', 200, whenIdle),
];
