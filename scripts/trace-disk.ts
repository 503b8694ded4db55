/**
 * What a program asks of the disk, seen by strace (Linux): in which order files are written, made
 * durable and named (fault F12), and what happens when the disk refuses or the program dies there.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const TRACED =
  'openat,mkdir,mkdirat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,syncfs,rename,renameat,renameat2,link,linkat,symlink,symlinkat';

/** Why programs can't be watched on this machine; null when they can. */
export function traceRefusal(): string | null {
  const { status, stderr, error } = spawnSync(
    'strace',
    ['-f', '-qq', '--seccomp-bpf', '-e', 'trace=fsync', process.execPath, '--version'],
    { encoding: 'utf8' },
  );
  if (status === 0) return null;
  return error?.message ?? `strace: ${stderr}`;
}

/** How one call is made to fail: `fsync:error=EIO:when=3`, `rename:signal=SIGKILL:when=2`. */
export type Injection = `${string}:${'error' | 'signal'}=${string}:when=${number}`;

/** Runs a command so that its calls end up in `log`; put the command behind it. */
export function traced(log: string, injection?: Injection): string[] {
  const inject = injection ? ['-e', `inject=${injection}`] : [];
  return ['strace', '-f', '-qq', '-y', '-s', '0', '-e', `trace=${TRACED}`, ...inject, '-o', log];
}

export interface DiskCall {
  kind: 'create' | 'write' | 'sync' | 'sync-all' | 'rename' | 'link';
  /** Where it happens; of a rename, where from. */
  place: string;
  /** New name of a rename. */
  to: string;
}

const KINDS: Record<string, DiskCall['kind']> = {
  ...{ openat: 'create', mkdir: 'create', mkdirat: 'create' },
  ...{ write: 'write', pwrite64: 'write', writev: 'write', pwritev: 'write', ftruncate: 'write' },
  ...{ fsync: 'sync', fdatasync: 'sync', syncfs: 'sync-all' },
  ...{ rename: 'rename', renameat: 'rename', renameat2: 'rename' },
  ...{ link: 'link', linkat: 'link', symlink: 'link', symlinkat: 'link' },
};

function readCall(text: string): DiskCall | null {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\)\s+=\s+(\S+)/.exec(text) ?? [];
  const kind = KINDS[name];
  if (!kind || result.startsWith('-')) return null;
  const names = [...args.matchAll(/"([^"]*)"/g)].map(([, found]) => found ?? '');
  const opened = /^\d+<([^>]*)>/.exec(args)?.[1] ?? '';
  if (name === 'openat' && !args.includes('O_CREAT')) return null;
  if (kind === 'rename') return { kind, place: names[0] ?? '', to: names[1] ?? '' };
  if (kind === 'link') return { kind, place: names.at(-1) ?? '', to: '' };
  return { kind, place: kind === 'create' ? (names[0] ?? '') : opened, to: '' };
}

/** Calls that succeeded, in the order in which they ended. */
export function readDiskCalls(log: string): DiskCall[] {
  const begun = new Map<string, string>();
  const calls: DiskCall[] = [];
  for (const line of log.split('\n')) {
    const [, pid = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const cut = text.indexOf(' <unfinished ...>');
    if (cut >= 0) {
      begun.set(pid, text.slice(0, cut));
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const call = readCall(rest === undefined ? text : (begun.get(pid) ?? '') + rest);
    if (call) calls.push(call);
  }
  return calls;
}

export interface DiskState {
  /** Files and folders below `root` of which a power cut would lose something now. */
  unsafe: () => string[];
  apply: (call: DiskCall) => void;
}

/** Follows what is on disk for certain, below one folder, through a list of calls. */
export function followDisk(root: string): DiskState {
  const dirty = new Set<string>();
  const isBelow = (place: string) => place === root || place.startsWith(`${root}/`);
  const soil = (place: string) => isBelow(place) && dirty.add(place);
  function move(from: string, to: string): void {
    for (const place of [...dirty]) {
      if (place !== from && !place.startsWith(`${from}/`)) continue;
      dirty.delete(place);
      dirty.add(to + place.slice(from.length));
    }
    soil(path.dirname(to));
  }
  return {
    unsafe: () => [...dirty].sort(),
    apply: ({ kind, place, to }) => {
      if (kind === 'write') soil(place);
      else if (kind === 'create' || kind === 'link') soil(path.dirname(place));
      else if (kind === 'sync') dirty.delete(place);
      else if (kind === 'sync-all') dirty.clear();
      else move(place, to);
    },
  };
}
