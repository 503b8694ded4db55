/**
 * The sandbox of the image process: its files, no secret, no database and, with bubblewrap, no network (decision 008).
 * Starts, measures and kills the process in it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { BaseLogger } from 'pino';

export type Logger = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/** A command that starts Node inside; options of Node and its file follow `args`. */
export interface DecoderRoom {
  command: string;
  args: string[];
}

const root = path.join(import.meta.dirname, '../../..');
/** Code that runs inside. */
const CODE = ['node_modules', 'content-build', 'contract', 'database', 'package.json'].map((name) =>
  path.join(root, name),
);
/** Libraries of the system, and where its loader looks for them. */
const { LD_LIBRARY_PATH = '' } = process.env;
const LIBRARIES = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache', ...LD_LIBRARY_PATH.split(':')];
const SYSTEM = LIBRARIES.filter((place) => path.isAbsolute(place));
/** Size of /tmp inside, which is in memory. */
const TEMPORARY_BYTES = 1024 ** 3;
/** Between the worker (19) and the API (0): an uploader waits for the first rendition. */
const NICE = 5;

/** Folders of the data that are readable inside. */
function sources({ incoming, originals, working }: DataFolder): string[] {
  return [incoming, originals, working];
}

/** Lowers the priority of a program, and makes it the first victim of the kernel's OOM killer. */
function yielding(program: string, args: string[]): DecoderRoom {
  if (process.platform === 'win32') return { command: program, args };
  const first = [
    `renice ${NICE} -p $$ >/dev/null 2>&1`,
    'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
    'exec "$@"',
  ].join('; ');
  return { command: '/bin/sh', args: ['-c', first, 'sh', program, ...args] };
}

/** No sandbox; for tests of other things. */
export const openRoom = yielding(process.execPath, []);

/** No network, no other process, no other file. The kernel enforces it, for native code too. */
export function bubblewrapRoom(folder: DataFolder): DecoderRoom {
  const node = realpathSync(process.execPath);
  const readable = [...SYSTEM, node, ...CODE].flatMap((place) => [
    ...['--ro-bind-try', place, place],
  ]);
  const data = [
    // The data folder may lie inside of what was bound above.
    ...['--tmpfs', folder.root],
    ...sources(folder).flatMap((place) => ['--ro-bind', place, place]),
    ...['--bind', folder.renditions, folder.renditions],
  ];
  const devices = ['/dev/null', '/dev/urandom'].flatMap((place) => ['--dev-bind', place, place]);
  const limits = ['user', 'net', 'ipc', 'pid'].map((name) => `--unshare-${name}`);
  return yielding('bwrap', [
    ...[...limits, '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp', '--setenv', 'TMPDIR', '/tmp'],
    ...[...devices, ...readable, ...data, '--chdir', '/', '--', node],
  ]);
}

/** Node's permission model: binds JavaScript to these files and starts no program, but not native code. */
export function permissionRoom(folder: DataFolder): DecoderRoom {
  const readable = [...CODE, ...SYSTEM, ...sources(folder), folder.renditions];
  return yielding(process.execPath, [
    ...['--permission', '--allow-addons', '--disable-warning=SecurityWarning'],
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--allow-fs-write=${folder.renditions}`,
  ]);
}

/** Chooses the strictest sandbox that works on this machine. Creates missing folders, which it binds. */
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

const CHILD_FILE = path.join(import.meta.dirname, 'image-child/image-child.ts');
/** The only variables of our environment that the child gets: it decodes untrusted files. */
const PASSED_ON = [
  ...['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'],
  'NODE_COMPILE_CACHE',
];

/** One heap for blocks up to 32 MiB, which glibc keeps: fresh pages are zeroed, which costs time (decision 013). */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 * 1024),
};

export function spawnChild({ command, args }: DecoderRoom, nodeOptions: string[]): ChildProcess {
  const kept = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name));
  return spawn(command, [...args, ...nodeOptions, CHILD_FILE], {
    env: { ...Object.fromEntries(kept), ...MALLOC },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Kills the process group of a child: also programs left by one that has ended. */
export function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Largest resident memory in bytes of a process and its descendants; 0 without /proc. */
export function largestMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const below = children.map((child) => largestMemory(Number(child)));
  return Math.max(Number(kilobytes ?? 0) * 1024, ...below);
}
