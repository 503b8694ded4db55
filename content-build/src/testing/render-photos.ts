/**
 * Photos through the real image process, for `npm run bench -- images`; prints what it cost.
 * `node render-photos.ts <renditions folder> <jobs> <times> <file...>`: all photos `times` times in a row, as in a long
 * upload. The folder of a photo is its name, with a number from its second time on.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startImageProcess } from '#renditions/image-process.ts';
import { PACKET_BYTES } from '#renditions/rights-packet.ts';
import { requireCleanRenditions } from '#renditions/verify-clean.ts';

const [renditionsFolder = '', jobs = '2', repeats = '1', ...files] = process.argv.slice(2);
/** The measured process must not be ended for its memory. */
const NEVER_RETIRED = 4 * 1024 ** 3;
const log = { info: () => {}, warn: console.error, error: console.error };
const images = startImageProcess({ log, memoryLimitBytes: NEVER_RETIRED });

/** As long as a real packet. Begins with no space, which the byte before it may be by chance. */
const packet = Buffer.from('<'.padEnd(PACKET_BYTES));
const wording = { edition: '3', packet: packet.toString() };

async function whole(file: string, hash: string): Promise<{ firstMs: number; wholeMs: number }> {
  const started = performance.now();
  const inspected = await images.inspect({ file, renditionsFolder, hash });
  await requireCleanRenditions(path.join(renditionsFolder, hash), inspected.renditions, null);
  const firstMs = performance.now() - started;
  const { extension } = inspected.facts;
  const input = { file, extension, hash, renditionsFolder, ...wording };
  const rendered = await images.render(input);
  await requireCleanRenditions(path.join(renditionsFolder, hash), rendered, packet);
  return { firstMs, wholeMs: performance.now() - started };
}

/** Processor time (ms) and peak resident memory (MB) of a process, by /proc. */
function costOf(pid: number): { cpuMs: number; peakMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  return { cpuMs: (Number(stat[11]) + Number(stat[12])) * 10, peakMb: peak / 1024 };
}

// Warm, as the worker's process is when a photo arrives.
await whole(files[0] ?? '', 'warm-up');
const pid = images.pid() ?? 0;
const before = costOf(pid);
const own = process.cpuUsage();
const started = performance.now();
const rounds = Array.from({ length: Number(repeats) }, (_, round) =>
  round === 0 ? '' : `-${round}`,
);
const queue = rounds.flatMap((round) => files.map((file) => ({ file, round })));
const times: { firstMs: number; wholeMs: number }[] = [];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift())
    times.push(await whole(next.file, path.parse(next.file).name + next.round));
};
await Promise.all(Array.from({ length: Number(jobs) }, work));
const wallMs = performance.now() - started;
const { cpuMs, peakMb } = costOf(pid);
const { user, system } = process.cpuUsage(own);
await images.stop();
console.log(
  JSON.stringify({
    wallMs,
    cpuMs: cpuMs - before.cpuMs + (user + system) / 1000,
    peakMb,
    firstMs: times.map(({ firstMs }) => firstMs),
    wholeMs: times.map(({ wholeMs }) => wholeMs),
  }),
);
