/**
 * Releases on another machine, reached by ssh: what changed is collected here, sent by rsync into a tree
 * that shares the rest by hard links, looked at, and goes live by one rename. Needs a Unix with rsync and
 * the tools of GNU or BusyBox there.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RsyncSettings } from '@veldlicht/contract/environment-publish';
import { RECORD, readRecord, writeRecord } from './deploy-record.ts';
import { DeployError, type DeployTarget, emptyRecord } from './deploy-target.ts';
import { type FarShell, openFarShell, type Programs } from './far-shell.ts';

/** Says how many files the live release has, then its record; lays the new tree beside it. */
const beginScript = (folder: string, mine: string) => `set -eu
umask 022
mkdir -p ${folder}/releases
cd ${folder}
printf %s ${mine} > .deploying.tmp
mv .deploying.tmp .deploying
live=$(readlink current || true)
live=\${live##*/}
for each in releases/*; do
  [ "$each" = "releases/$live" ] || rm -rf "$each"
done
if [ -n "$live" ] && [ -f "releases/$live/${RECORD}" ]; then
  cp -al "releases/$live" releases/${mine}
  find releases/${mine} -type f | wc -l
  cat "releases/$live/${RECORD}"
else
  mkdir releases/${mine}
fi
`;

const emptyScript = (folder: string, mine: string) => `set -eu
cd ${folder}/releases
rm -rf ${mine}
mkdir ${mine}
`;

/** From here on one flush of the whole file system is quicker than file by file. */
const BULK = 20;

/** Flushes what was sent, so that a power cut after the swap finds it (fault F12). */
function flushCommand(sent: readonly string[]): string {
  if (sent.length === 0) return ':';
  if (sent.length > BULK) return 'sync -f . || sync';
  return `xargs sync -- <<'SENT' || sync\n${sent.join('\n')}\nSENT`;
}

/**
 * Takes names away, refuses when the tree is not whole or somebody else has begun, then swaps. Names
 * have no sign that a shell or xargs reads.
 */
const finishScript = (
  folder: string,
  mine: string,
  { gone, sent, files }: { gone: readonly string[]; sent: readonly string[]; files: number },
) => `set -eu
cd ${folder}/releases/${mine}
xargs -r rm -f -- <<'GONE'
${gone.join('\n')}
GONE
[ "$(find . -type f | wc -l)" -eq ${files} ] || { echo 'the new release is not whole' >&2; exit 3; }
${flushCommand(sent)}
cd ${folder}
[ "$(cat .deploying)" = ${mine} ] || { echo 'another deploy has begun meanwhile' >&2; exit 4; }
live=$(readlink current || true)
live=\${live##*/}
rm -f current.tmp
ln -s releases/${mine} current.tmp
mv -T current.tmp current
rm -f .deploying
[ -z "$live" ] || rm -rf "releases/$live"
`;

/** A name that means nothing but itself in a script. */
const PLAIN = /^(?!.*\.\.)[\p{L}\p{N}_.][\p{L}\p{N}._~/-]*$/u;

const systemPrograms: Programs = { ssh: 'ssh', rsync: 'rsync' };

export function rsyncTarget(settings: RsyncSettings, programs = systemPrograms): DeployTarget {
  const { folder } = settings;
  let shell: FarShell | null = null;
  let stage = '';
  let mine = '';
  const gone: string[] = [];
  const sent: string[] = [];
  const there = () => {
    if (!shell) throw new Error('the deploy has not begun');
    return shell;
  };

  return {
    naming: 'file',
    hasVariants: true,
    begin: async (id) => {
      if (!/^[a-z0-9-]+$/.test(id)) throw new Error('an id has letters, digits and dashes');
      mine = `${id}-${randomBytes(4).toString('hex')}`;
      stage = await mkdtemp(path.join(tmpdir(), 'veldlicht-stage-'));
      shell = await openFarShell(settings, programs);
      const [count, ...text] = (await shell.script(beginScript(folder, mine))).split('\n');
      if (!count) return emptyRecord();
      const record = readRecord(text.join('\n'));
      if (record && Number(count) === record.files.size + 1) return record;
      // It is not what it says it is: everything is sent anew.
      await shell.script(emptyScript(folder, mine));
      return emptyRecord();
    },
    put: async ({ name, fetch }) => {
      const place = path.join(stage, ...name.split('/'));
      await mkdir(path.dirname(place), { recursive: true });
      const local = await fetch();
      try {
        await link(local.path, place).catch(() => copyFile(local.path, place));
        sent.push(name);
      } finally {
        await local.release();
      }
    },
    remove: async (name) => void gone.push(name),
    confirm: async () => undefined, // asked once, by the script that swaps
    finish: async (record) => {
      await mkdir(path.join(stage, path.dirname(RECORD)), { recursive: true });
      await writeFile(path.join(stage, RECORD), writeRecord(record));
      await there().send(stage, `${folder}/releases/${mine}`);
      if (![...gone, ...sent].every((name) => PLAIN.test(name)))
        throw new DeployError('The record over there has names that are none of ours.');
      const files = record.files.size + 1;
      await there().script(finishScript(folder, mine, { gone, sent, files }));
    },
    close: async () => {
      await shell?.close();
      if (stage) await rm(stage, { recursive: true, force: true });
    },
  };
}
