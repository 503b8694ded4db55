/** Runs code without superuser rights, since root can open any file. */
import { chownSync, readdirSync } from 'node:fs';
import path from 'node:path';

const NOBODY = 65_534;

/** Runs `work` as another user, who gets ownership of these folders and their contents. */
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
