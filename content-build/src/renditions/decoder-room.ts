/**
 * What the process that decodes can reach (decision 049): the files it works on, neither
 * secrets nor the database nor, where that can be had, the network.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';

/** Between the worker (19) and the API (0): someone waits for the first rendition. */
export const NICE = 5;

/** What we need of pino. */
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

/** Folders of the data that decoding needs; all of them exist. Nothing else of the data folder is there. */
export interface DecoderPlaces {
  root: string;
  read: string[];
  write: string[];
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

/** Where programs and libraries may stand beside the usual places. */
function ownPrograms(): string[] {
  const { PATH = '', LD_LIBRARY_PATH = '' } = process.env;
  const folders = [...PATH.split(':'), ...LD_LIBRARY_PATH.split(':')];
  const node = realpathSync(process.execPath);
  return [...folders.filter((folder) => path.isAbsolute(folder) && existsSync(folder)), node];
}

/** Without any limit; for tests that look at something else. */
export const openRoom: DecoderRoom = { kind: 'open', command: process.execPath, args: [] };

/** A room of its own: no network, no other process, no file but these. The kernel holds it, so native code is in it too. */
export function bubblewrapRoom({ root: dataRoot, read, write }: DecoderPlaces): DecoderRoom {
  const readable = [...SYSTEM, ...ownPrograms(), ...CODE].flatMap((place) => [
    ...['--ro-bind-try', place, place],
  ]);
  const data = [
    // It may lie in what was made readable above.
    ...['--tmpfs', dataRoot],
    ...read.flatMap((place) => ['--ro-bind', place, place]),
    ...write.flatMap((place) => ['--bind', place, place]),
  ];
  const devices = ['/dev/null', '/dev/urandom'].flatMap((place) => ['--dev-bind', place, place]);
  const limits = ['user', 'net', 'ipc', 'pid'].map((name) => `--unshare-${name}`);
  const room = [
    ...[...limits, '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp', '--setenv', 'TMPDIR', '/tmp'],
    ...[...devices, ...readable, ...data, '--chdir', '/', '--', realpathSync(process.execPath)],
  ];
  // Before the room is made, or what runs in it would be missed: its priority, and that it goes first when memory
  // runs out.
  const first = [
    `renice ${NICE} -p $$ >/dev/null 2>&1`,
    'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
    'exec bwrap "$@"',
  ].join('; ');
  return { kind: 'bubblewrap', command: '/bin/sh', args: ['-c', first, 'sh', ...room] };
}

/** The limits of Node itself: its own calls keep to these files and start no program, but libraries do as they like. */
export function permissionRoom({ read, write }: DecoderPlaces): DecoderRoom {
  const args = [
    ...['--permission', '--allow-addons'],
    '--disable-warning=SecurityWarning',
    ...[...CODE, ...SYSTEM, ...read, ...write].map((place) => `--allow-fs-read=${place}`),
    ...write.map((place) => `--allow-fs-write=${place}`),
  ];
  return { kind: 'permission', command: process.execPath, args };
}

/** The strictest that works on this machine. Makes the places that are not there. */
export function chooseRoom(folder: DataFolder, log: Logger): DecoderRoom {
  const { incoming, originals, working, renditions } = folder;
  const read = [incoming, originals, working];
  for (const place of read) mkdirSync(place, { recursive: true, mode: 0o700 });
  mkdirSync(renditions, { recursive: true });
  const places = { root: folder.root, read, write: [renditions] };
  if (process.platform === 'linux') {
    const room = bubblewrapRoom(places);
    const tried = spawnSync(room.command, [...room.args, '--version'], { encoding: 'utf8' });
    if (tried.status === 0) return room;
    const why = tried.error?.message ?? tried.stderr.trim();
    log.warn(
      { why },
      'no bubblewrap: photos are decoded within the limits of Node, videos without',
    );
  }
  return permissionRoom(places);
}
