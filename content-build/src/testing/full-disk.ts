/**
 * Loaded into the image process: while the file named after `?while=` in its URL exists, writes fail as on a full disk
 * (fault F7).
 */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const sign = new URL(import.meta.url).searchParams.get('while') ?? '';
const write = fs.writeFile;

fs.writeFile = async (...args: Parameters<typeof write>) => {
  if (existsSync(sign))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return write(...args);
};
syncBuiltinESMExports();
