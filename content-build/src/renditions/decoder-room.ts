/** What the process that decodes can reach: its files, no secret or database and, with bubblewrap, no network (049). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';

export interface Logger {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/** How a program of Node is started inside; options of Node and its file follow. */
export interface DecoderRoom {
  kind: 'bubblewrap' | 'permission' | 'open';
  command: string;
  args: string[];
}

const root = path.join(import.meta.dirname, '../../..');
/** The code that runs inside, and what it imports. */
const CODE = ['node_modules', 'content-build', 'contract', 'database', 'package.json'].map((name) =>
  path.join(root, name),
);
/** Libraries of the system, and how its loader finds them. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'],
  ...['/etc/ld.so.cache', '/etc/alternatives'],
];
/** Temporary files are in memory, and no more than this, in bytes. */
const TEMPORARY_BYTES = 1024 ** 3;
/** Between the worker (19) and the API (0): someone waits for the first rendition. */
const NICE = 5;

/** The folders of the data that are read. */
function sources({ incoming, originals, working }: DataFolder): string[] {
  return [incoming, originals, working];
}

/** Where programs and libraries may stand beside the usual places. */
function ownPrograms(): string[] {
  const { PATH = '', LD_LIBRARY_PATH = '' } = process.env;
  const folders = [...PATH.split(':'), ...LD_LIBRARY_PATH.split(':')];
  return folders.filter((folder) => path.isAbsolute(folder) && existsSync(folder));
}

/** Has a program stand behind others, and go first when memory runs out: set before it starts others of its own. */
function yielding(kind: DecoderRoom['kind'], program: string, args: string[]): DecoderRoom {
  if (process.platform === 'win32') return { kind, command: program, args };
  const first = [
    `renice ${NICE} -p $$ >/dev/null 2>&1`,
    'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
    'exec "$@"',
  ].join('; ');
  return { kind, command: '/bin/sh', args: ['-c', first, 'sh', program, ...args] };
}

/** Without any limit; for tests that look at something else. */
export const openRoom = yielding('open', process.execPath, []);

/** No network, no other process, no file but these. The kernel holds it, so native code is in it too. */
export function bubblewrapRoom(folder: DataFolder): DecoderRoom {
  const node = realpathSync(process.execPath);
  const readable = [...SYSTEM, ...ownPrograms(), node, ...CODE].flatMap((place) => [
    ...['--ro-bind-try', place, place],
  ]);
  const data = [
    // It may lie in what was made readable above.
    ...['--tmpfs', folder.root],
    ...sources(folder).flatMap((place) => ['--ro-bind', place, place]),
    ...['--bind', folder.renditions, folder.renditions],
  ];
  const devices = ['/dev/null', '/dev/urandom'].flatMap((place) => ['--dev-bind', place, place]);
  const limits = ['user', 'net', 'ipc', 'pid'].map((name) => `--unshare-${name}`);
  return yielding('bubblewrap', 'bwrap', [
    ...[...limits, '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp', '--setenv', 'TMPDIR', '/tmp'],
    ...[...devices, ...readable, ...data, '--chdir', '/', '--', node],
  ]);
}

/** The limits of Node itself: its own calls keep to these files and start no program, but libraries do as they like. */
export function permissionRoom(folder: DataFolder): DecoderRoom {
  const readable = [...CODE, ...SYSTEM, ...sources(folder), folder.renditions];
  return yielding('permission', process.execPath, [
    ...['--permission', '--allow-addons', '--disable-warning=SecurityWarning'],
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--allow-fs-write=${folder.renditions}`,
  ]);
}

/** Chooses the strictest room that works on this machine. Makes the folders that are not there. */
export function chooseRoom(folder: DataFolder, log: Logger): DecoderRoom {
  for (const place of sources(folder)) mkdirSync(place, { recursive: true, mode: 0o700 });
  mkdirSync(folder.renditions, { recursive: true });
  if (process.platform === 'linux') {
    const room = bubblewrapRoom(folder);
    const tried = spawnSync(room.command, [...room.args, '--version'], { encoding: 'utf8' });
    if (tried.status === 0) return room;
    const why = tried.error?.message ?? tried.stderr.trim();
    const without = 'no bubblewrap: photos are decoded within the limits of Node, videos without';
    log.warn({ why }, without);
  }
  return permissionRoom(folder);
}
