/** System programs that some suites need: installed when run as root on Debian, else reported as missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const finder = process.platform === 'win32' ? 'where' : 'which';

/** Path of Firefox, also under Debian's name. */
export function firefoxPath(): string | undefined {
  const { stdout } = spawnSync(finder, ['firefox-esr', 'firefox'], { encoding: 'utf8' });
  return stdout.split(/\r?\n/).find((line) => line !== '');
}

/** Program → Debian package. */
const systemPrograms: Record<string, string> = {
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  caddy: 'caddy',
  exiftool: 'libimage-exiftool-perl',
  avifenc: 'libavif-bin',
  'heif-enc': 'libheif-examples',
  rclone: 'rclone',
  'lua5.1': 'lua5.1',
  curl: 'curl',
  '/usr/sbin/sshd': 'openssh-server',
  ...(!firefoxPath() && { 'firefox-esr': 'firefox-esr' }),
  ...(process.platform === 'linux' && {
    bwrap: 'bubblewrap',
    WebKitWebDriver: 'webkit2gtk-driver',
    Xvfb: 'xvfb',
  }),
};

/** Debian's Chromium without windows, which renders the same pages at half the cost. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

function isInstalled(program: string): boolean {
  return spawnSync(finder, [program]).status === 0;
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Debian runs this script to ask whether services may start; ours keeps new services from opening ports. */
const POLICY = '/usr/sbin/policy-rc.d';

/** Installs Debian packages; returns false on failure. */
function install(packages: string[]): boolean {
  console.log(`Installing ${packages.join(', ')} …`);
  const isFree = !existsSync(POLICY);
  if (isFree) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return installNow(packages);
  } finally {
    if (isFree) rmSync(POLICY, { force: true });
  }
}

const isKnown = (name: string) => spawnSync('apt-cache', ['show', name]).status === 0;

/**
 * Replacement for a package that the release lacks: Chromium for its headless shell, unless there is a browser. Others
 * are skipped, since apt-get installs nothing when one package is unknown.
 */
function instead(name: string): string[] {
  if (name !== HEADLESS_SHELL) return [];
  return ['chromium', 'google-chrome'].some(isInstalled) ? [] : ['chromium'];
}

function installNow(packages: string[]): boolean {
  const run = (args: string[]) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  run(['update']);
  const known = packages.flatMap((name) => (isKnown(name) ? name : instead(name)));
  const { status, stderr } = run(['install', '-y', '--no-install-recommends', ...known]);
  if (status !== 0) console.error(stderr);
  return status === 0;
}

/** Installs missing programs if allowed; returns the packages that are still missing. */
function ensurePrograms(programs: Record<string, string>): string[] {
  const missing = () => [
    ...new Set(
      Object.keys(programs).flatMap((name) => (isInstalled(name) ? [] : (programs[name] ?? name))),
    ),
  ];
  if (missing().length > 0 && mayInstall()) install(missing());
  return missing();
}

export interface Missing {
  suite: string;
  needs: string;
  get: string;
}

/** Installs missing programs if allowed; returns the suites that can't run. */
export function prepareSystem(): Missing[] {
  const browser = !process.env.CHROMIUM_PATH && { [HEADLESS_SHELL]: HEADLESS_SHELL };
  const packages = ensurePrograms({ ...systemPrograms, ...browser });
  const missing = Object.keys(systemPrograms).filter((program) => !isInstalled(program));
  if (missing.length === 0) return [];
  const needed = packages.filter((name) => name !== HEADLESS_SHELL);
  return [
    { suite: 'system', needs: missing.join(', '), get: `apt-get install ${needed.join(' ')}` },
  ];
}
