import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import {
  isFileRefused,
  UploadError,
  type UploadPorts,
  type UploadProgress,
  uploadFile,
} from './upload-file.ts';

const file = new File(['0123456789'], 'vos.jpg', { type: 'image/jpeg' });
const answer = {
  objectPath: '/media/a/960.jpg',
  type: 'photo' as const,
  width: 10,
  height: 10,
  facts: { date: null, location: null, description: null },
};
const refusal = (status: number, code: string | null = null, retryAfter: number | null = null) =>
  new ApiError(status, code ? '' : 'because', code, {}, retryAfter);
const noNetwork = () => new TypeError('Failed to fetch');
const times = (count: number, error: Error) => Array.from({ length: count }, () => error);

interface Outcomes {
  /** How the PUTs and the reading calls end, one after another; null and what is not given succeed. */
  puts?: Array<Error | null>;
  finalises?: Array<Error | null>;
  /** Calls of these that take the network down. */
  offlineAt?: string[];
}

/** Uploads in a world that ends as given, and writes down what happened. */
function world({ puts = [], finalises = [], offlineAt = [] }: Outcomes = {}) {
  const log: string[] = [];
  const phases: UploadProgress[] = [];
  const arrived: string[] = [];
  const controller = new AbortController();
  let tickets = 0;
  let online = true;
  const note = (line: string) => {
    log.push(line);
    if (!offlineAt.includes(line)) return;
    offlineAt.splice(offlineAt.indexOf(line), 1);
    online = false;
    throw noNetwork();
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
    requestTicket: async () => {
      tickets += 1;
      note(`ticket ${tickets}`);
      return { uploadURL: `/up/${tickets}`, objectPath: '/x' };
    },
    put: async (url, _file, { onProgress }) => {
      onProgress(5);
      note(`put ${url}`);
      const error = puts.shift();
      if (error) throw error;
    },
    isReadable: async () => true,
    frameOf: async () => null,
    finalise: async (url, _signal, poster) => {
      note(`finalise ${url}${poster === undefined ? '' : ` poster ${poster}`}`);
      const error = finalises.shift();
      if (error) throw error;
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
  return { run, log, phases, arrived, controller, ports };
}

describe('an upload', () => {
  it('asks for an address, puts the file, and has it read', async () => {
    const { run, log, phases } = world();
    expect(await run()).toEqual(answer);
    expect(log).toEqual(['ticket 1', 'put /up/1', 'finalise /up/1']);
    expect(phases.map(({ phase, sent }) => [phase, sent])).toEqual([
      ['uploading', 0],
      ['uploading', 5],
      ['optimizing', 10],
    ]);
  });

  it.each([
    ['no network', noNetwork()],
    ...[302, 408, 409, 429, 503].map((status) => [String(status), refusal(status)]),
  ] as Array<[string, Error]>)(
    'is repeated after 0, 1, 3 and 5 seconds on %s',
    async (_, error) => {
      const { run, log } = world({ puts: times(4, error) });
      await run();
      expect(log.filter((line) => !line.startsWith('put'))).toEqual([
        ...['ticket 1', 'wait 0', 'wait 1000', 'wait 3000', 'wait 5000', 'finalise /up/1'],
      ]);
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
    expect(log.filter((line) => line.startsWith('put'))).toHaveLength(count);
  });

  it('waits as long as the server asks, at most a minute', async () => {
    const { run, log } = world({ puts: [refusal(429, 'x', 7), refusal(503, 'x', 86_400)] });
    await run();
    expect(log.filter((line) => line.startsWith('wait'))).toEqual(['wait 7000', 'wait 60000']);
  });

  it.each([
    ['the first has expired', 1, refusal(403)],
    ['a PUT that was cut off keeps the first busy', 5, refusal(409, 'upload_busy')],
  ])('asks for a new address once when %s', async (_, tries, error) => {
    const { run, log } = world({ puts: times(tries, error) });
    await run();
    expect(log.filter((line) => line === 'put /up/1')).toHaveLength(tries);
    expect(log.slice(-3)).toEqual(['ticket 2', 'put /up/2', 'finalise /up/2']);
    const again = world({ puts: times(tries + 1, error) });
    await expect(again.run()).rejects.toMatchObject({ stage: 'put', status: error.status });
  });

  it('goes on when the server already has the bytes', async () => {
    const { run, log } = world({ puts: [noNetwork(), refusal(409, 'ticket_used')] });
    await run();
    expect(log).toEqual(['ticket 1', 'put /up/1', 'wait 0', 'put /up/1', 'finalise /up/1']);
  });

  it('says at once that a file which can not be read any more has changed', async () => {
    const { run, log, ports } = world({ puts: [noNetwork()] });
    ports.isReadable = async () => false;
    await expect(run()).rejects.toMatchObject({ stage: 'put', reason: 'fileChanged' });
    expect(log).toEqual(['ticket 1', 'put /up/1']);
  });

  it('waits for the network at every step without using up a delay', async () => {
    const steps = ['ticket 1', 'put /up/2', ...Array<string>(6).fill('finalise /up/2')];
    const { run, log, phases } = world({ offlineAt: [...steps] });
    expect(await run()).toEqual(answer);
    expect(log.filter((line) => line === 'online again')).toHaveLength(steps.length);
    expect(log.some((line) => line.startsWith('wait'))).toBe(false);
    expect(phases.some(({ phase }) => phase === 'offline')).toBe(true);
  });

  it('says why the server refused the file', async () => {
    const refused = new ApiError(415, 'No SVG here', 'unsupported_type');
    const { run, log } = world({ finalises: [refusal(503, 'media_busy'), refused] });
    await expect(run()).rejects.toMatchObject({ stage: 'finalise', reason: 'No SVG here' });
    expect(log.filter((line) => line.startsWith('finalise'))).toHaveLength(2);
  });

  it('names the stage when no address is given, and repeats no words of a proxy', async () => {
    const { run, ports } = world();
    ports.requestTicket = () => Promise.reject(new ApiError(507, 'The disk is full', 'disk_full'));
    await expect(run()).rejects.toMatchObject({ stage: 'ticket', reason: 'The disk is full' });
    ports.requestTicket = () => Promise.reject(new ApiError(500, 'Internal Server Error'));
    await expect(run()).rejects.toMatchObject({ stage: 'ticket', reason: null });
  });

  it('stops when asked to, without calling it a failure', async () => {
    const { run, controller, ports } = world();
    ports.finalise = async () => {
      controller.abort();
      throw controller.signal.reason;
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('tells a refused file from a try that may succeed later', () => {
  const at = (stage: 'put' | 'finalise', status: number) =>
    isFileRefused(new UploadError(stage, 'vos.jpg', null, refusal(status)));
  expect([413, 415, 422].every((status) => at('finalise', status))).toBe(true);
  expect([400, 401, 403, 409, 429, 500, 507].some((status) => at('finalise', status))).toBe(false);
  expect([at('put', 413), isFileRefused(noNetwork())]).toEqual([false, false]);
});

describe('bytes that arrived in an earlier try', () => {
  const unsupported = refusal(415, 'unsupported_type');
  it('are reported before the server reads them, which it does without another PUT', async () => {
    const first = world({ finalises: [unsupported] });
    await expect(first.run()).rejects.toMatchObject({ stage: 'finalise' });
    expect(first.arrived).toEqual(['/up/1']);
    const second = world();
    expect(await second.run('/up/1')).toEqual(answer);
    expect(second.log).toEqual(['finalise /up/1']);
  });
  it('are sent again only when the server does not have them any more', async () => {
    const gone = world({ finalises: [refusal(400, 'upload_missing')] });
    expect(await gone.run('/up/before')).toEqual(answer);
    const steps = ['finalise /up/before', 'ticket 1', 'put /up/1', 'finalise /up/1'];
    expect(gone.log).toEqual(steps);
    const refused = world({ finalises: [unsupported] });
    await expect(refused.run('/up/before')).rejects.toMatchObject({ stage: 'finalise' });
    expect(refused.log).toEqual(['finalise /up/before']);
  });
});

describe('a video on a server without ffmpeg', () => {
  const video = { ...answer, type: 'video' as const, objectPath: '/media/b/video.mp4' };
  const frame = new File(['frame'], 'vos.mp4.jpg', { type: 'image/jpeg' });

  /** Wants a poster until one is decided; the second upload is the poster. */
  function videoWorld(puts: Array<Error | null>, poster: File | null) {
    const made = world({ puts });
    const { finalise } = made.ports;
    made.ports.frameOf = async () => poster;
    made.ports.finalise = async (url, signal, chosen) => {
      await finalise(url, signal, chosen);
      if (url !== '/up/1') return answer;
      return chosen === undefined ? { ...video, wantsPoster: true } : video;
    };
    return made;
  }

  it('sends a frame of it, and names that as its poster', async () => {
    const { run, log, phases } = videoWorld([], frame);
    expect(await run()).toEqual(video);
    expect(log).toEqual([
      ...['ticket 1', 'put /up/1', 'finalise /up/1'],
      ...['ticket 2', 'put /up/2', 'finalise /up/2'],
      'finalise /up/1 poster /media/a/960.jpg',
    ]);
    const later = phases.slice(2);
    expect(later.every(({ phase, sent }) => phase === 'optimizing' && sent === 10)).toBe(true);
  });

  it.each([
    ['the browser can not show it', [], null],
    ['sending it fails', [null, refusal(413)], frame],
  ] as const)('goes on without a poster when %s', async (_, puts, poster) => {
    const { run, log } = videoWorld([...puts], poster);
    expect(await run()).toEqual(video);
    expect(log.at(-1)).toBe('finalise /up/1 poster null');
  });

  it('stops with its upload', async () => {
    const { run, controller, ports } = videoWorld([], frame);
    ports.frameOf = async () => {
      controller.abort();
      throw controller.signal.reason;
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
