/** Programs on another machine by ssh: nothing is asked, no other host key is taken, no shell reads our data. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RsyncSettings } from '@veldlicht/contract/environment-publish';
import { DeployError } from './deploy-target.ts';

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
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { timeout: LONGEST_MS, killSignal: 'SIGKILL' });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    child.stdin.on('error', () => undefined); // it ended early; its exit code says why
    child.once('error', (cause) => reject(new DeployError(`${name} can't be run`, { cause })));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const last = complaint.trim().split('\n').at(-1) ?? '';
      reject(new DeployError(`${name} ended with ${code ?? signal}${last ? `: ${last}` : ''}`));
    });
    child.stdin.end(input);
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

export interface FarShell {
  /** Runs a script of `sh` there and answers what it wrote. */
  script: (text: string) => Promise<string>;
  /** Sends all of a folder of this machine into one there. */
  send: (from: string, to: string) => Promise<void>;
  close: () => Promise<void>;
}

export async function openFarShell(settings: RsyncSettings, programs: Programs): Promise<FarShell> {
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
