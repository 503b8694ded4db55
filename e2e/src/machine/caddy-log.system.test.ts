/** With the shipped Caddyfile neither Caddy's log nor its records of views identify visitors. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { freePort, runCaddy, type WebServer } from '@veldlicht/scripts/caddy';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A loopback address that none of our programs uses. */
const VISITOR = '127.0.0.77';
/** What proxies and browsers tell about a visitor. */
const told = {
  'X-Forwarded-For': '203.0.113.7',
  Forwarded: 'for=203.0.113.7',
  'CF-Connecting-IP': '203.0.113.7',
  Cookie: 'session=koekje',
  Authorization: 'Bearer sleutel',
  'User-Agent': 'zeldzame-browser',
  Referer: 'https://vertrouwd.example/dossier',
};
const headers = Object.entries(told)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const folder = mkdtempSync(path.join(tmpdir(), 'caddy-log-'));
/** Answers as the address says: breaks off, sends nonsense, or never ends. */
const upstream = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\nsome';
    if (data.includes('/nonsense')) socket.end('no HTTP at all\r\n\r\n');
    else if (data.includes('/api/broken')) socket.write(begun, () => socket.resetAndDestroy());
    else if (data.includes('/api/long')) socket.write(begun + 'x'.repeat(5_000_000));
    else if (data.includes('/gone')) socket.destroy();
    // Reads any request with a body, and never answers it.
  });
});
let caddy: WebServer;
let port: number;
let securePort: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  [port, securePort] = [await freePort(), await freePort()];
  const shipped = path.join(import.meta.dirname, '../../../Caddyfile');
  // Unchanged except for certificates, so that the machine's own certificate store is not touched.
  const options = 'admin off\n\tskip_install_trust\n\tlocal_certs\n\tauto_https disable_redirects';
  const config = path.join(folder, 'Caddyfile');
  mkdirSync(path.join(folder, 'public'));
  writeFileSync(path.join(folder, 'public', 'index.html'), '</html>');
  writeFileSync(config, readFileSync(shipped, 'utf8').replace('admin off', options));
  caddy = await runCaddy(`http://localhost:${port}`, config, {
    SITE_ADDRESS: `http://localhost:${port}, https://localhost:${securePort}`,
    API_UPSTREAM: `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    DATA_DIR: folder,
    VISITS_DIR: path.join(folder, 'visits'),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
});
afterAll(async () => {
  await caddy.stop();
  upstream.close();
  rmSync(folder, { recursive: true });
});

interface Visit {
  /** When the visitor disconnects: after the answer, or early, by a reset. */
  leaves?: 'in order' | 'early';
  secure?: boolean | 'with nonsense' | 'under another name';
}

/** Sends bytes as the visitor; resolves when the connection is closed. */
function visit(text: string, { leaves = 'in order', secure = false }: Visit = {}): Promise<void> {
  const plain = net.connect({
    host: '127.0.0.1',
    port: secure ? securePort : port,
    localAddress: VISITOR,
  });
  const servername = secure === 'under another name' ? 'elders.example' : 'localhost';
  const isTls = secure === true || secure === 'under another name';
  const socket = isTls
    ? tls.connect({ socket: plain, servername, rejectUnauthorized: false })
    : plain;
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(text));
    socket.once('data', () => leaves === 'early' && plain.resetAndDestroy());
    socket.resume();
    if (leaves === 'early') setTimeout(() => plain.resetAndDestroy(), 500);
    else setTimeout(() => socket.destroy(), 3000);
    plain.once('close', () => resolve());
    socket.once('end', () => socket.destroy());
  });
}

const own = () => `localhost:${port}`;
const get = (address: string, host = own()) =>
  `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`;
const post = (address: string, host = own()) =>
  `POST ${address} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 90\r\n${headers}\r\nsome`;

/** What Caddy logs about visits at the same time. */
async function toldOf(visits: [string, string, Visit?][]): Promise<string> {
  const before = caddy.output().length;
  await Promise.all(visits.map(([, text, how]) => visit(text, how)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return caddy.output().slice(before);
}

it('logs nothing about a visitor, whatever goes wrong', async () => {
  const secureHost = `localhost:${securePort}`;
  const visits: [string, string, Visit?][] = [
    ['another host', get('/', 'elders.example')],
    ['an IP address as host', get('/', '192.0.2.1')],
    ['another host, forwarded', get('/api/gone', 'elders.example')],
    ['no host', `GET / HTTP/1.0\r\n${headers}\r\n`],
    ['a bad host', get('/', 'a b')],
    ['nonsense', `\x16\x03\x01 nonsense ${headers}\r\n\r\n`],
    ['a bad address', get('/%zz')],
    ['an address that is too long', get(`/${'x'.repeat(40_000)}`)],
    ['a missing file without a 404 page', get('/nergens')],
    ['a missing file, from a program that disconnects', get('/gone')],
    ['a missing file, from a program that sends nonsense', get('/nonsense')],
    ['a page', get('/')],
    ['an unknown ACME challenge', get('/.well-known/acme-challenge/x')],
    ['a program that disconnects', get('/api/gone')],
    ['a program that sends nonsense', get('/api/nonsense')],
    ['a program that breaks off', get('/api/broken')],
    ['a picture from a program that disconnects', get('/media/gone/960.jpg')],
    ['a visitor who disconnects during an answer', get('/api/long'), { leaves: 'early' }],
    ['a visitor who disconnects during a body', post('/api/contact'), { leaves: 'early' }],
    ['no TLS', get('/'), { secure: 'with nonsense' }],
    ['TLS for another name', get('/'), { secure: 'under another name' }],
    ['another host by TLS', get('/', 'elders.example'), { secure: true }],
    ['a page by TLS', get('/', secureHost), { secure: true }],
    ['a program that disconnects, by TLS', get('/api/gone', secureHost), { secure: true }],
  ];
  expect(await toldOf(visits)).toBe('');
  await new Promise((resolve) => upstream.close(resolve));
  const addresses = ['/api/site', '/admin', '/media/x/960.jpg', '/nergens'];
  expect(await toldOf(addresses.map((address) => [address, get(address)]))).toBe('');
});

it('records views without identifying visitors', () => {
  const records = readFileSync(path.join(folder, 'visits', 'access.log'), 'utf8');
  expect(records).toContain('GET|/|');
  for (const secret of [VISITOR, '203.0.113.7', 'koekje', 'sleutel'])
    expect(records).not.toContain(secret);
});
