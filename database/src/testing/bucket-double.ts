/** A bucket in this process: real HTTP, real signatures, real files; for tests of what talks to one. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Credentials, verifySignature } from './verify-signature.ts';

interface StoredObject {
  file: string;
  size: number;
  etag: string;
  changedAt: number;
  encoding: string | undefined;
  /** What it was stored as. */
  type: string | undefined;
  cacheControl: string | undefined;
}

/** Answers a request by itself; false leaves it to the bucket. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>;

export interface BucketDouble {
  /** Variables that make the product use it. */
  variables: Record<string, string>;
  credentials: Credentials;
  /** Names of all objects, sorted. */
  names: () => string[];
  /** Puts an object in place past all checks; a number makes a file of that many zero bytes. */
  place: (name: string, content: Buffer | number, changedAt?: number) => Promise<void>;
  /** The file behind an object. */
  fileOf: (name: string) => string | undefined;
  /** Method and name of every call that was let in, in order. */
  calls: string[];
  /** Codes of the calls that were refused. */
  refusals: string[];
  /** Asked first for every request. */
  fault: Fault | null;
  close: () => Promise<void>;
}

const BUCKET = 'veldlicht-test';
const credentials: Credentials = {
  accessKeyId: 'DOUBLEKEYID',
  secretAccessKey: 'double/secret+key',
  region: 'eu-test-1',
};
/** So small that every suite meets lists in parts. */
const PAGE = 3;

/** Starts it on a free port; `now` is its clock. */
export async function startBucketDouble(now: () => number): Promise<BucketDouble> {
  const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-bucket-'));
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  const refusals: string[] = [];
  let files = 0;
  const newFile = () => path.join(folder, String(files++));

  const answer = (response: ServerResponse, status: number, text = '') => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(text);
  };
  const refuse = (response: ServerResponse, status: number, code: string) => {
    refusals.push(code);
    answer(response, status, `<Error><Code>${code}</Code></Error>`);
  };
  const store = (name: string, object: Omit<StoredObject, 'changedAt'>, changedAt = now()) =>
    objects.set(name, { ...object, changedAt });

  async function put(request: IncomingMessage, response: ServerResponse, name: string) {
    const file = newFile();
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        md5.update(chunk);
        sha256.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(request, count, createWriteStream(file));
    const claimed = request.headers['x-amz-content-sha256'];
    if (claimed !== undefined && claimed !== sha256.digest('hex'))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    const { 'content-encoding': encoding, 'content-type': type } = request.headers;
    const { 'cache-control': cacheControl } = request.headers;
    store(name, { file, size, etag: `"${md5.digest('hex')}"`, encoding, type, cacheControl });
    answer(response, 200);
  }

  async function copy(request: IncomingMessage, response: ServerResponse, name: string) {
    const source = decodeURIComponent(String(request.headers['x-amz-copy-source']));
    const object = objects.get(source.replace(`/${BUCKET}/`, ''));
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const wanted = request.headers['x-amz-copy-source-if-match'];
    if (wanted !== undefined && wanted !== object.etag)
      return refuse(response, 412, 'PreconditionFailed');
    const file = newFile();
    await copyFile(object.file, file);
    store(name, { ...object, file });
    answer(response, 200, `<CopyObjectResult><ETag>${object.etag}</ETag></CopyObjectResult>`);
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const all = [...objects]
      .filter(([name]) => name.startsWith(query.get('prefix') ?? ''))
      .filter(([name]) => name > (query.get('start-after') ?? ''))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, PAGE).map(([name, { changedAt }]) => {
      const moment = new Date(changedAt).toISOString();
      return `<Contents><Key>${name}</Key><LastModified>${moment}</LastModified></Contents>`;
    });
    const isCut = `<IsTruncated>${all.length > PAGE}</IsTruncated>`;
    answer(response, 200, `<ListBucketResult>${isCut}${page.join('')}</ListBucketResult>`);
  }

  function get(request: IncomingMessage, response: ServerResponse, name: string) {
    const object = objects.get(name);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const { size, etag, encoding, file, type, cacheControl } = object;
    const headers = {
      'content-length': size,
      etag,
      ...(encoding && { 'content-encoding': encoding }),
      ...(type && { 'content-type': type }),
      ...(cacheControl && { 'cache-control': cacheControl }),
    };
    response.writeHead(200, headers);
    if (request.method === 'HEAD') return response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (await double.fault?.(request, response)) return undefined;
    const refused = verifySignature(request, credentials, now());
    if (refused) return refuse(response, refused.status, refused.code);
    const url = new URL(request.url ?? '', 'http://double');
    const [, bucket, ...rest] = url.pathname.split('/');
    const name = rest.join('/');
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    calls.push(`${request.method} ${name}`);
    if (name === '') return list(response, url.searchParams);
    if (request.method === 'PUT')
      return request.headers['x-amz-copy-source']
        ? copy(request, response, name)
        : put(request, response, name);
    if (request.method !== 'DELETE') return get(request, response, name);
    objects.delete(name);
    return answer(response, 204);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;

  const double: BucketDouble = {
    variables: {
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: credentials.region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    credentials,
    names: () => [...objects.keys()].sort(),
    place: async (name, content, changedAt) => {
      const file = newFile();
      await mkdir(folder, { recursive: true });
      await writeFile(file, typeof content === 'number' ? '' : content);
      if (typeof content === 'number') await truncate(file, content);
      const { size } = await stat(file);
      const plain = { encoding: undefined, type: undefined, cacheControl: undefined };
      store(name, { file, size, etag: `"${files}"`, ...plain }, changedAt);
    },
    fileOf: (name) => objects.get(name)?.file,
    calls,
    refusals,
    fault: null,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return double;
}
