/**
 * Loaded into the API: it kills itself at the step of storing an upload that stands in the file which
 * its address names after `?step=`: `sync` or `rename` (before it), `renamed` (after). For tests (F1).
 */
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const file = new URL(import.meta.url).searchParams.get('step') ?? '';
const { open, rename } = fs;
const dieAt = (step: string) => {
  if (readFileSync(file, 'utf8') === step) process.kill(process.pid, 'SIGKILL');
};

fs.open = async (...args: Parameters<typeof open>) => {
  const handle = await open(...args);
  const sync = handle.sync.bind(handle);
  handle.sync = async () => {
    dieAt('sync');
    await sync();
  };
  return handle;
};
fs.rename = async (...args: Parameters<typeof rename>) => {
  dieAt('rename');
  await rename(...args);
  dieAt('renamed');
};
syncBuiltinESMExports();
