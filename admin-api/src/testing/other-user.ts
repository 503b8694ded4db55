/** Work with the rights of somebody else: to the superuser no file is closed. */
import { chownSync, readdirSync } from 'node:fs';
import path from 'node:path';

const NOBODY = 65_534;

/** Does the work without the superuser's rights; these folders are given away for it, with all in them now. */
export async function withoutRights<T>(folders: string[], work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  for (const folder of folders) {
    const inner = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of ['', ...inner]) chownSync(path.join(folder, name), NOBODY, NOBODY);
  }
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
