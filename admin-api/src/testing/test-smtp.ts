/** A real mail server to send to, in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), port: z.number() }),
  z.object({ type: z.literal('mail'), from: z.string(), to: z.array(z.string()), raw: z.string() }),
]);

/** A message as it came in: the envelope, and every byte. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
}

export type SmtpBehaviour = 'accept' | 'refuse' | 'busy' | 'silent' | 'shy' | 'login';

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Starts it; `port` 0 is any free one. `received` fills up with what it got. */
export async function startSmtp(behaviour: SmtpBehaviour = 'accept', port = 0) {
  const program = path.join(import.meta.dirname, 'smtp-program.ts');
  const child = fork(program, [String(port), behaviour], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const received: ReceivedMail[] = [];
  const listening = new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the mail server ended with ${code}`)));
    child.on('message', (sent) => {
      const told = message.parse(sent);
      if (told.type === 'listening') return resolve(told.port);
      received.push({ ...told, raw: Buffer.from(told.raw, 'base64') });
      child.send('seen');
    });
  });
  const at = await listening;
  return { received, port: at, url: `smtp://127.0.0.1:${at}`, stop: () => end(child) };
}

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;
