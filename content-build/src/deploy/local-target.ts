/**
 * Releases in a folder of this machine, and a link to the live one: a deploy is a whole tree of its own,
 * which shares unchanged files by hard links and goes live by one rename.
 */
import { randomBytes } from 'node:crypto';
import {
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { syncFilesystem, syncPath } from '@veldlicht/database/durable-file';
import {
  DeployError,
  type DeployTarget,
  emptyRecord,
  RECORD,
  readRecord,
  writeRecord,
} from './deploy-target.ts';
import { type FileStore, folderStore } from './in-place-target.ts';

/** Lays a tree beside another with the same files in it; answers how many. */
async function linkTree(from: string, to: string): Promise<number> {
  let count = 0;
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) count += await linkTree(source, copy);
    else await link(source, copy).then(() => count++);
  }
  return count;
}

export function localTarget(folder: string): DeployTarget {
  const releases = path.join(folder, 'releases');
  const current = path.join(folder, 'current');
  const mark = path.join(folder, '.deploying');
  const read = (file: string) => readFile(file, 'utf8').catch(() => null);
  const remove = (place: string) => rm(place, { recursive: true, force: true });
  let mine = '';
  let before = '';
  /** Files that are shared with another release are replaced by name. All are flushed at once, at the end. */
  let tree: FileStore;

  const confirm = async () => {
    if ((await read(mark)) !== mine)
      throw new DeployError('Another deploy has begun meanwhile; this one stops.');
  };
  return {
    naming: 'file',
    hasVariants: true,
    begin: async (id) => {
      await mkdir(releases, { recursive: true });
      mine = `${id}-${randomBytes(4).toString('hex')}`;
      tree = folderStore(path.join(releases, mine), async () => undefined);
      await writeFile(mark, mine);
      before = path.basename(await readlink(current).catch(() => ''));
      for (const name of await readdir(releases))
        if (name !== before) await remove(path.join(releases, name));
      const record = readRecord(await read(path.join(current, RECORD)));
      if (!record) return emptyRecord();
      const shared = await linkTree(path.join(releases, before), path.join(releases, mine));
      if (shared === record.files.size + 1) return record;
      // It is not what it says it is: everything is put anew.
      await remove(path.join(releases, mine));
      return emptyRecord();
    },
    put: (file, local) => tree.put(file, local),
    remove: (name) => tree.remove(name),
    confirm,
    finish: async (record) => {
      await tree.write(RECORD, writeRecord(record));
      if (process.platform === 'linux') await syncFilesystem(releases);
      await confirm();
      const temporary = `${current}.tmp`;
      await rm(temporary, { force: true });
      await symlink(path.join('releases', mine), temporary);
      await rename(temporary, current);
      await syncPath(folder);
      await rm(mark, { force: true });
      if (before !== '') await remove(path.join(releases, before));
    },
  };
}
