import type { StoredUpload } from '@veldlicht/contract/draft';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api.ts';
import {
  isFileRefused,
  isUploadGone,
  resumeUpload,
  UploadError,
  type UploadPorts,
  type UploadProgress,
  uploadFile,
} from './upload-file.ts';

const file = new File(['0123456789'], 'vos.jpg', { type: 'image/jpeg' });
// Cast: nothing looks at what else is in it.
const answer = { objectPath: '/media/a/960.jpg', type: 'photo' } as StoredUpload;
const refusal = (status: number, code: string | null = null, retryAfter: number | null = null) =>
  new ApiError(status, code ? '' : 'because', code, {}, retryAfter);
const noNetwork = () => new TypeError('Failed to fetch');
const times = (count: number, error: Error) => Array.from({ length: count }, () => error);

interface Outcomes {
  /** How the calls end, one after another; null and what is not given succeed. */
  tickets?: Array<Error | null>;
  puts?: Array<Error | null>;
  finalises?: Array<Error | null>;
  /** Calls of these that take the network down. */
  offlineAt?: string[];
}

/** Uploads in a world that ends as given, and writes down what happened. */
function world({ tickets = [], puts = [], finalises = [], offlineAt = [] }: Outcomes = {}) {
  const log: string[] = [];
  const phases: UploadProgress[] = [];
  const arrived: string[] = [];
  const controller = new AbortController();
  let count = 0;
  let online = true;
  const note = (line: string, ends: Array<Error | null>) => {
    log.push(line);
    if (offlineAt.includes(line)) {
      offlineAt.splice(offlineAt.indexOf(line), 1);
      online = false;
      throw noNetwork();
    }
    const error = ends.shift();
    if (error) throw error;
  };
  const ports: UploadPorts = {
    isOnline: () => online,
    online: async () => {
      log.push('online again');
      online = true;
    },
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      log.push(`wait ${ms}`);
    },
    requestTicket: async (_signal, draft) => {
      count += 1;
      note(`ticket ${count}${draft ? ` of ${draft}` : ''}`, tickets);
      return { uploadURL: `/up/${count}`, objectPath: '/x' };
    },
    put: async (url, _file, { onProgress }) => {
      onProgress(5);
      note(`put ${url}`, puts);
    },
    isReadable: async () => true,
    finalise: async ({ mediaURL, name }) => {
      expect(name).toBe('vos.jpg');
      note(`finalise ${mediaURL}`, finalises);
      return answer;
    },
  };
  const run = (sentTo: string | null = null) =>
    uploadFile(file, {
      ports,
      sentTo,
      signal: controller.signal,
      onProgress: (progress) => phases.push(progress),
      onSent: (url) => arrived.push(url),
    });
  /** A call during which the person stops the upload. */
  const stop = async () => {
    controller.abort();
    throw controller.signal.reason;
  };
  return { run, log, phases, arrived, ports, stop };
}

const puts = (log: string[]) => log.filter((line) => line.startsWith('put'));
const waits = (log: string[]) => log.filter((line) => line.startsWith('wait'));

describe('an upload', () => {
  it('asks for an address, puts the file, and has it read', async () => {
    const { run, log, phases, arrived } = world();
    expect(await run()).toEqual(answer);
    expect(log).toEqual(['ticket 1', 'put /up/1', 'finalise /up/1']);
    expect(arrived).toEqual(['/up/1']);
    expect(phases.map(({ phase, sent }) => [phase, sent])).toEqual([
      ['uploading', 0],
      ['uploading', 5],
      ['optimizing', 10],
    ]);
  });

  it.each([noNetwork(), ...[302, 408, 409, 429, 503].map((status) => refusal(status))])(
    'is repeated after 0, 1, 3 and 5 seconds on %o',
    async (error) => {
      const { run, log } = world({ puts: times(4, error) });
      await run();
      expect(waits(log)).toEqual(['wait 0', 'wait 1000', 'wait 3000', 'wait 5000']);
      expect(puts(log)).toEqual(Array(5).fill('put /up/1'));
    },
  );

  it.each([
    [1, 400],
    [1, 413],
    [5, 503],
  ])('fails with the reason after %i PUTs on %i', async (count, status) => {
    const { run, log } = world({ puts: times(5, refusal(status)) });
    const failure = { stage: 'put', fileName: 'vos.jpg', reason: 'because', status };
    await expect(run()).rejects.toMatchObject(failure);
    expect(puts(log)).toHaveLength(count);
  });

  it('waits as long as the server asks, at most a minute', async () => {
    const { run, log } = world({ puts: [refusal(429, 'x', 7), refusal(503, 'x', 86_400)] });
    await run();
    expect(waits(log)).toEqual(['wait 7000', 'wait 60000']);
  });

  it.each([
    ['the first has expired', 1, refusal(403)],
    ['a PUT that was cut off keeps the first busy', 5, refusal(409, 'upload_busy')],
  ])('asks for a new address once when %s', async (_, tries, error) => {
    const { run, log } = world({ puts: times(tries, error) });
    await run();
    expect(puts(log)).toEqual([...Array(tries).fill('put /up/1'), 'put /up/2']);
    const again = world({ puts: times(tries + 1, error) });
    await expect(again.run()).rejects.toMatchObject({ stage: 'put', status: error.status });
  });

  it('goes on when the server already has the bytes', async () => {
    const { run, log } = world({ puts: [noNetwork(), refusal(409, 'ticket_used')] });
    await run();
    expect(log).toEqual(['ticket 1', 'put /up/1', 'wait 0', 'put /up/1', 'finalise /up/1']);
  });

  it('waits for the network at every step without using up a delay', async () => {
    const steps = ['ticket 1', 'put /up/2', ...Array<string>(6).fill('finalise /up/2')];
    const { run, log, phases } = world({ offlineAt: [...steps] });
    expect(await run()).toEqual(answer);
    expect(log.filter((line) => line === 'online again')).toHaveLength(steps.length);
    expect(waits(log)).toEqual([]);
    expect(phases.some(({ phase }) => phase === 'offline')).toBe(true);
  });

  it('does not wait for a network that only the browser misses', async () => {
    const { run, log, ports } = world();
    ports.isOnline = () => false;
    ports.online = () => new Promise(() => {});
    expect(await run()).toEqual(answer);
    expect(log).toEqual(['ticket 1', 'put /up/1', 'finalise /up/1']);
  });

  it.each([
    ['ticket', { tickets: times(5, new ApiError(507, 'No room', 'disk_full')) }, 'No room', 5],
    // The words of a proxy are not repeated.
    ['ticket', { tickets: times(5, new ApiError(500, 'Internal Server Error')) }, null, 5],
    [
      'finalise',
      { finalises: [refusal(503, 'media_busy'), new ApiError(415, 'No SVG', 'unsupported_type')] },
      'No SVG',
      2,
    ],
  ])('says why it failed at %s, %o', async (stage, outcomes, reason, calls) => {
    const { run, log } = world(outcomes);
    await expect(run()).rejects.toMatchObject({ stage, reason });
    expect(log.filter((line) => line.startsWith(stage))).toHaveLength(calls);
  });

  it('says at once that a file which can not be read any more has changed', async () => {
    const { run, log, ports } = world({ puts: [noNetwork()] });
    ports.isReadable = async () => false;
    await expect(run()).rejects.toMatchObject({ stage: 'put', reason: 'fileChanged' });
    expect(log).toEqual(['ticket 1', 'put /up/1']);
  });

  it('stops when asked to, without calling it a failure', async () => {
    const { run, ports, stop } = world();
    ports.finalise = stop;
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('says which draft a file is of', async () => {
  const { log, ports } = world();
  const options = { ports, signal: new AbortController().signal, onProgress: () => {} };
  await uploadFile(file, { ...options, draft: 'vos' });
  expect(log[0]).toBe('ticket 1 of vos');
});

it.each([
  ['finalise', [413, 415, 422], true],
  ['finalise', [400, 401, 403, 409, 429, 500, 507], false],
  ['put', [413], false],
] as const)('at %s takes %o for a refusal of the file itself: %s', (stage, statuses, isRefused) => {
  for (const status of statuses)
    expect(isFileRefused(new UploadError(stage, 'vos.jpg', null, refusal(status)))).toBe(isRefused);
});

describe('bytes that arrived in an earlier try', () => {
  it.each([
    ['are read without another PUT', [], ['finalise /up/0']],
    [
      'are sent again when the server does not have them any more',
      [refusal(400, 'upload_missing')],
      ['finalise /up/0', 'ticket 1', 'put /up/1', 'finalise /up/1'],
    ],
  ])('%s', async (_, finalises, calls) => {
    const { run, log } = world({ finalises: [...finalises] });
    expect(await run('/up/0')).toEqual(answer);
    expect(log).toEqual(calls);
  });
  it('are read though the file is gone, and not otherwise', async () => {
    const { log, ports } = world();
    const gone = { name: 'vos.jpg', size: 10 };
    const options = { ports, signal: new AbortController().signal, onProgress: () => {} };
    expect(await resumeUpload(gone, '/up/0', options)).toEqual(answer);
    expect(log).toEqual(['finalise /up/0']);
    const lost = world({ finalises: [refusal(400, 'upload_missing')] });
    const again = resumeUpload(gone, '/up/0', { ...options, ports: lost.ports });
    await expect(again).rejects.toSatisfy(isUploadGone);
  });
  it('are not sent again when the file is refused', async () => {
    const { run, log } = world({ finalises: [refusal(415, 'unsupported_type')] });
    await expect(run('/up/0')).rejects.toMatchObject({ stage: 'finalise' });
    expect(log).toEqual(['finalise /up/0']);
  });
});
