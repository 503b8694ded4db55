/**
 * Releases on another machine, reached by ssh: what changed is collected here, sent by rsync into a tree
 * that shares the rest by hard links, looked at, and goes live by one rename. Needs a Unix with rsync and
 * the tools of GNU or BusyBox there.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RsyncSettings } from '@veldlicht/contract/job-environment';
import {
  DeployError,
  type DeployTarget,
  emptyRecord,
  RECORD,
  readRecord,
  writeRecord,
} from './deploy-target.ts';

/** A program that hangs is ended; ssh itself notices a dead line after a minute. */
const LONGEST_MS = 60 * 60_000;
/** What a program says is kept up to this size. */
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface Programs {
  ssh: string;
  rsync: string;
}

/** Runs a program to its end with a text as its input; answers what it wrote. Throws `DeployError`. */
function runProgram(
  name: keyof Programs,
  program: string,
  args: string[],
  input = '',
): Promise<string> {
  const limits = { timeout: LONGEST_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, limits, (cause, output, complaint) => {
      if (!cause) return resolve(output);
      if (child.pid === undefined)
        return reject(new DeployError(`${name} can't be run`, { cause }));
      const last = complaint.trim().split('\n').at(-1) ?? '';
      const end = child.exitCode ?? child.signalCode;
      reject(new DeployError(`${name} ended with ${end}${last ? `: ${last}` : ''}`));
    });
    child.stdin?.on('error', () => undefined); // it ended early; its exit code says why
    child.stdin?.end(input);
  });
}

const quote = (value: string) => `"${value.replaceAll('"', '')}"`;

/** Everything ssh is to know, in a file of its own: options of the machine's user don't count. */
function configuration({ host, port, keyFile, knownHostsFile }: RsyncSettings): string {
  const [name = '', user] = host.split('@').reverse();
  return [
    'Host target',
    `HostName ${name}`,
    ...(user ? [`User ${user}`] : []),
    `Port ${port}`,
    ...(keyFile ? [`IdentityFile ${quote(path.resolve(keyFile))}`, 'IdentitiesOnly yes'] : []),
    ...(knownHostsFile ? [`UserKnownHostsFile ${quote(path.resolve(knownHostsFile))}`] : []),
    'StrictHostKeyChecking yes',
    'BatchMode yes',
    'ForwardAgent no',
    'ConnectTimeout 15',
    'ServerAliveInterval 15',
    'ServerAliveCountMax 4',
    '',
  ].join('\n');
}

interface FarShell {
  /** Runs a script of `sh` there and answers what it wrote. */
  script: (text: string) => Promise<string>;
  /** Sends all of a folder of this machine into one there. */
  send: (from: string, to: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Nothing is asked, no other host key is taken, no shell reads our data. */
async function openFarShell(settings: RsyncSettings, programs: Programs): Promise<FarShell> {
  const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-ssh-'));
  const file = path.join(folder, 'config');
  await writeFile(file, configuration(settings), { mode: 0o600 });
  return {
    script: (text) => runProgram('ssh', programs.ssh, ['-F', file, 'target', 'sh -s'], text),
    send: async (from, to) => {
      const options = [
        '--recursive',
        '--times',
        '--chmod=D755,F644',
        // Equal size and time don't mean equal bytes, and what is sent is known to have changed.
        '--ignore-times',
        `--rsh=${programs.ssh} -F ${file}`,
      ];
      await runProgram('rsync', programs.rsync, [...options, '--', `${from}/`, `target:${to}/`]);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

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
    put: async ({ name }, local) => {
      const place = path.join(stage, ...name.split('/'));
      await mkdir(path.dirname(place), { recursive: true });
      await link(local, place).catch(() => copyFile(local, place));
      sent.push(name);
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
