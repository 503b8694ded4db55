/** The CI service of CI mode: an HTTP server that checks the signature and runs the job in a clean clone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export interface CiReceiver {
  /** Address of the webhook. */
  url: string;
  /** Status with which calls are refused; null: accepts calls. */
  down: number | null;
  /** Snapshots of accepted calls. */
  taken: string[];
  /** Number of calls. */
  calls: number;
  /** Output of the jobs. */
  output: () => string;
  /** Target of later jobs. */
  target: Record<string, string>;
  close: () => Promise<void>;
}

export interface ReceiverOptions {
  secret: string;
  /** Root of the clean clone. */
  clone: string;
  api: string;
  token: string;
  target: Record<string, string>;
}

/** Variables of a job: those of a bare machine and its own, none of ours. */
function jobVariables({ api, token }: ReceiverOptions, target: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), BUILD_API: api, BUILD_TOKEN: token, ...target };
}

export async function startCiReceiver(options: ReceiverOptions): Promise<CiReceiver> {
  const jobs = new Set<ChildProcess>();
  let output = '';
  const receiver: CiReceiver = {
    url: '',
    down: null,
    taken: [],
    calls: 0,
    target: options.target,
    output: () => output,
    close: async () => {
      for (const job of jobs) job.kill('SIGKILL');
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const isSigned = (timestamp: string, body: string, shown: string) => {
    const hmac = createHmac('sha256', options.secret).update(`${timestamp}.${body}`).digest('hex');
    const expected = Buffer.from(`sha256=${hmac}`);
    const given = Buffer.from(shown);
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
  };
  const runJob = () => {
    const script = path.join(options.clone, 'scripts/publish-ci.ts');
    const job = spawn(process.execPath, [script], {
      cwd: options.clone,
      env: jobVariables(options, receiver.target),
    });
    jobs.add(job);
    const collect = (data: Buffer) => {
      output = (output + data).slice(-100_000);
    };
    job.stdout.on('data', collect);
    job.stderr.on('data', collect);
    job.once('close', () => jobs.delete(job));
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    receiver.calls += 1;
    const { 'x-veldlicht-timestamp': timestamp, 'x-veldlicht-signature': shown } = request.headers;
    if (receiver.down !== null) return void response.writeHead(receiver.down).end();
    if (!isSigned(String(timestamp), body, String(shown)))
      return void response.writeHead(401).end();
    receiver.taken.push(JSON.parse(body).snapshotId);
    response.writeHead(202).end();
    runJob();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Cast: a server that listens on a port has an address with a port.
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
