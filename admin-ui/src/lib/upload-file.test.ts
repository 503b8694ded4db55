import { describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { ApiError } from './api-error.ts';
import { UploadError, type UploadProgress, uploadFile } from './upload-file.ts';
import type { UploadPorts } from './upload-ports.ts';
import type { PutOutcome } from './upload-rules.ts';

const file = new File(['0123456789'], 'vos.jpg', { type: 'image/jpeg' });
const answer = {
  objectPath: '/media/a/960.jpg',
  type: 'photo' as const,
  width: 10,
  height: 10,
  facts: { date: null, location: null, description: null },
};
const status = (code: number, name: string | null = null): PutOutcome => ({
  kind: 'answer',
  status: code,
  code: name,
  message: name ? null : 'because',
});

/** A world in which the PUTs end as given, one after another; it writes down what happened. */
function world(puts: PutOutcome[], finalises: Array<ApiError | null> = [null]) {
  const log: string[] = [];
  let tickets = 0;
  let online = true;
  const ports: UploadPorts = {
    requestTicket: async () => {
      tickets += 1;
      log.push(`ticket ${tickets}`);
      return { uploadURL: `/up/${tickets}`, objectPath: '/x' };
    },
    put: async (url, _file, { onProgress }) => {
      log.push(`put ${url}`);
      onProgress(5);
      const outcome = puts.shift() ?? status(200);
      if (outcome.kind === 'offline') online = false;
      return outcome;
    },
    isReadable: async () => true,
    frameOf: async () => null,
    finalise: async (url, _signal, poster) => {
      log.push(`finalise ${url}${poster === undefined ? '' : ` still ${poster}`}`);
      const refusal = finalises.shift();
      if (refusal) throw refusal;
      return answer;
    },
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      log.push(`wait ${ms}`);
    },
    isOnline: () => online,
    online: async () => {
      log.push('online again');
      online = true;
    },
  };
  const phases: UploadProgress[] = [];
  const arrived: string[] = [];
  const controller = new AbortController();
  const run = (sentTo: string | null = null) =>
    uploadFile(file, {
      ports,
      sentTo,
      signal: controller.signal,
      onProgress: (p) => phases.push(p),
      onSent: (url) => arrived.push(url),
    });
  const setOnline = (next: boolean) => {
    online = next;
  };
  return { run, log, phases, arrived, controller, ports, setOnline };
}

describe('an upload', () => {
  it('asks an address, puts the file, and has it read', async () => {
    const { run, log, phases } = world([]);
    expect(await run()).toEqual(answer);
    expect(log).toEqual(['ticket 1', 'put /up/1', 'finalise /up/1']);
    expect(phases.map((p) => [p.phase, p.sent])).toEqual([
      ['uploading', 0],
      ['uploading', 5],
      ['optimizing', 10],
    ]);
  });

  it('retries a failing storage after 0, 1, 3 and 5 seconds, then gives up', async () => {
    const { run, log } = world(Array.from({ length: 5 }, () => status(503)));
    await expect(run()).rejects.toMatchObject({ stage: 'put', fileName: 'vos.jpg' });
    expect(log.filter((line) => line.startsWith('wait'))).toEqual([
      'wait 0',
      'wait 1000',
      'wait 3000',
      'wait 5000',
    ]);
    expect(log.filter((line) => line.startsWith('put'))).toHaveLength(5);
  });

  it('asks for a new address once when the first has expired', async () => {
    const { run, log } = world([status(403)]);
    await run();
    expect(log).toEqual(['ticket 1', 'put /up/1', 'ticket 2', 'put /up/2', 'finalise /up/2']);
    await expect(world([status(403), status(403)]).run()).rejects.toBeInstanceOf(UploadError);
  });

  it('goes on when the server already has the bytes', async () => {
    const { run, log } = world([{ kind: 'network' }, status(409, 'ticket_used')]);
    await run();
    expect(log).toEqual(['ticket 1', 'put /up/1', 'wait 0', 'put /up/1', 'finalise /up/1']);
  });

  it('says at once of a file that can not be read any more that it has changed', async () => {
    const { run, log, ports } = world([{ kind: 'network' }]);
    ports.isReadable = async () => false;
    await expect(run()).rejects.toMatchObject({ stage: 'put', reason: en.fileChanged });
    expect(log).toEqual(['ticket 1', 'put /up/1']);
  });

  it('waits for the line without using up a delay', async () => {
    const { run, log, phases } = world([{ kind: 'offline' }]);
    await run();
    expect(log).toEqual(['ticket 1', 'put /up/1', 'online again', 'put /up/1', 'finalise /up/1']);
    expect(phases.some((p) => p.phase === 'offline')).toBe(true);
  });

  it('tells why the server refused the file', async () => {
    const busy = new ApiError(503, 'Busy', 'media_busy');
    const refused = new ApiError(415, 'No SVG here', 'unsupported_type');
    const { run, log } = world([], [busy, refused]);
    await expect(run()).rejects.toMatchObject({ stage: 'finalise', reason: 'No SVG here' });
    expect(log.filter((line) => line.startsWith('finalise'))).toHaveLength(2);
  });

  it('names the stage when no address is given', async () => {
    const { run, ports } = world([]);
    ports.requestTicket = () => Promise.reject(new ApiError(507, 'The disk is full', 'disk_full'));
    await expect(run()).rejects.toMatchObject({ stage: 'ticket', reason: 'The disk is full' });
  });
  it('tells no status of a program in between as words of the server', async () => {
    const { ports, run } = world([]);
    ports.requestTicket = async () => {
      throw new ApiError(500, 'Internal Server Error');
    };
    await expect(run()).rejects.toMatchObject({ stage: 'ticket', reason: null });
  });

  it('asks for an address again when the line or the server was gone for a moment', async () => {
    const { run, log, ports, setOnline } = world([]);
    const { requestTicket } = ports;
    const troubles: Error[] = [
      new TypeError('Failed to fetch'),
      new ApiError(429, 'Slow down', 'too_many_requests', {}, 2),
    ];
    ports.requestTicket = (signal) => {
      const trouble = troubles.shift();
      if (!trouble) return requestTicket(signal);
      if (trouble instanceof TypeError) setOnline(false);
      return Promise.reject(trouble);
    };
    expect(await run()).toEqual(answer);
    // The pause without a line used up no delay; the server asked for two seconds.
    expect(log.slice(0, 3)).toEqual(['online again', 'wait 2000', 'ticket 1']);
  });

  it('pauses when the line drops while the server reads the file', async () => {
    const { run, log, ports, setOnline } = world([]);
    const { finalise } = ports;
    let drops = 6;
    ports.finalise = (url, signal) => {
      drops -= 1;
      if (drops < 0) return finalise(url, signal);
      setOnline(false);
      return Promise.reject(new TypeError('The line is down'));
    };
    expect(await run()).toEqual(answer);
    expect(log.filter((line) => line === 'online again')).toHaveLength(6);
    expect(log.some((line) => line.startsWith('wait'))).toBe(false);
  });

  it('sends the file to a new address when the old one stays taken by a cut PUT', async () => {
    const { run, log } = world(Array.from({ length: 5 }, () => status(409, 'upload_busy')));
    await run();
    expect(log.slice(-3)).toEqual(['ticket 2', 'put /up/2', 'finalise /up/2']);
  });

  it('stops when asked to, without calling it a failure', async () => {
    const { run, controller, ports } = world([]);
    ports.finalise = async () => {
      controller.abort();
      throw controller.signal.reason;
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('bytes that arrived in an earlier try', () => {
  const missing = new ApiError(400, 'There is no such upload', 'upload_missing');
  it('are told of before the server reads them', async () => {
    const { run, arrived } = world([], [new ApiError(415, 'No SVG here', 'unsupported_type')]);
    await expect(run()).rejects.toMatchObject({ stage: 'finalise' });
    expect(arrived).toEqual(['/up/1']);
  });
  it('are read, and not sent again', async () => {
    const { run, log } = world([]);
    expect(await run('/up/before')).toEqual(answer);
    expect(log).toEqual(['finalise /up/before']);
  });
  it('are sent again when the server does not have them any more', async () => {
    const { run, log } = world([], [missing]);
    expect(await run('/up/before')).toEqual(answer);
    expect(log).toEqual(['finalise /up/before', 'ticket 1', 'put /up/1', 'finalise /up/1']);
  });
  it('are not sent again when the server refuses what they are', async () => {
    const { run, log } = world([], [new ApiError(415, 'No SVG here', 'unsupported_type')]);
    await expect(run('/up/before')).rejects.toMatchObject({ stage: 'finalise' });
    expect(log).toEqual(['finalise /up/before']);
  });
});

describe('a film on a server without ffmpeg', () => {
  const film = { ...answer, type: 'video' as const, objectPath: '/media/b/video.mp4' };
  const still = new File(['frame'], 'vos.mp4.jpg', { type: 'image/jpeg' });

  /** Wants a still until one is decided; the second upload is the still. */
  function filmWorld(puts: PutOutcome[], frame: File | null) {
    const { ports, ...rest } = world(puts);
    const told = ports.finalise;
    ports.frameOf = async () => frame;
    ports.finalise = async (url, signal, poster) => {
      await told(url, signal, poster);
      if (url !== '/up/1') return answer;
      return poster === undefined ? { ...film, wantsPoster: true } : film;
    };
    return { ports, ...rest };
  }

  it('sends a frame of it, and names that as its still', async () => {
    const { run, log, phases } = filmWorld([], still);
    expect(await run()).toEqual(film);
    expect(log).toEqual([
      ...['ticket 1', 'put /up/1', 'finalise /up/1'],
      ...['ticket 2', 'put /up/2', 'finalise /up/2'],
      'finalise /up/1 still /media/a/960.jpg',
    ]);
    expect(phases.slice(2).every(({ phase, sent }) => phase === 'optimizing' && sent === 10)).toBe(
      true,
    );
  });

  it('says that there is none when the browser cannot show it, or sending it fails', async () => {
    for (const [puts, frame] of [
      [[], null],
      [[status(200), status(413)], still],
    ] as const) {
      const { run, log } = filmWorld([...puts], frame);
      expect(await run()).toEqual(film);
      expect(log.at(-1)).toBe('finalise /up/1 still null');
    }
  });

  it('stops with its upload', async () => {
    const { run, controller, ports } = filmWorld([], still);
    ports.frameOf = async () => {
      controller.abort();
      throw controller.signal.reason;
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
