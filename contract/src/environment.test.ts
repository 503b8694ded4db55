import { expect, it } from 'vitest';
import { isSecureOrigin, readEnvironment } from './environment.ts';

it('needs no variable at all', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:4321',
    dataDir: './data',
    owner: {},
    trustedProxy: undefined,
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readEnvironment({ PORT: '', PUBLIC_ORIGIN: '', ADMIN_PASSWORD: '' })).toEqual(
    readEnvironment({}),
  );
});

it('takes a slash off the origin', () => {
  expect(readEnvironment({ PUBLIC_ORIGIN: 'https://foto.example/' }).publicOrigin).toBe(
    'https://foto.example',
  );
});

it.each([
  [{ PORT: 'abc' }, /^PORT: /],
  [{ PORT: '70000' }, /^PORT: /],
  [{ PUBLIC_ORIGIN: 'example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'https://example.nl/pad' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'ftp://example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ ADMIN_PASSWORD: 'kort' }, /^ADMIN_PASSWORD: must have at least 12/],
  [{ ADMIN_EMAIL: 'geen' }, /^ADMIN_EMAIL: /],
  [{ LOG_LEVEL: 'luid' }, /^LOG_LEVEL: /],
  [{ SMTP_URL: 'mail.example.nl' }, /^SMTP_URL: must be an address such as smtps:/],
  [{ SMTP_URL: 'https://mail.example.nl' }, /^SMTP_URL: /],
  [{ SMTP_URL: 'smtp://eva%:x@mail.example.nl' }, /^SMTP_URL: /],
  [{ MAIL_FROM: 'geen' }, /^MAIL_FROM: /],
])('names the variable that is wrong: %o', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

it.each([
  [{}, 'noreply@localhost'],
  [{ PUBLIC_ORIGIN: 'https://foto.example' }, 'noreply@foto.example'],
  [{ SMTP_URL: 'smtps://eva%40foto.example:geheim@mail.example' }, 'eva@foto.example'],
  [{ SMTP_URL: 'smtps://eva:geheim@mail.example', MAIL_FROM: 'a@b.nl' }, 'a@b.nl'],
])('sends mail from an address the mail server takes: %o', (variables, from) => {
  expect(readEnvironment(variables).mail.from).toBe(from);
});

it('knows where browsers take secure cookies', () => {
  expect(
    ['https://a.nl', 'http://localhost:1', 'http://127.0.0.1:1', 'http://192.168.1.2'].map(
      isSecureOrigin,
    ),
  ).toEqual([true, true, true, false]);
});

const bucket = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.nl/',
  S3_BUCKET: 'veldlicht',
  S3_ACCESS_KEY_ID: 'ID',
  S3_SECRET_ACCESS_KEY: 'SECRET',
};

it('keeps originals on the disk unless a bucket is named', () => {
  expect(readEnvironment({ ...bucket, STORAGE: '' }).storage).toEqual({ kind: 'disk' });
  expect(readEnvironment(bucket).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.nl',
    bucket: 'veldlicht',
    region: 'us-east-1',
    accessKeyId: 'ID',
    secretAccessKey: 'SECRET',
    addressing: 'path',
  });
});

it.each([
  [{ STORAGE: 'ftp' }, /^STORAGE: /],
  [{ S3_ENDPOINT: '' }, /^S3_ENDPOINT: is needed with STORAGE=s3$/],
  [{ S3_BUCKET: '' }, /^S3_BUCKET: is needed/],
  [{ S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID: is needed/],
  [{ S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY: is needed/],
  [{ S3_ENDPOINT: 'https://s3.example.nl/bucket' }, /^S3_ENDPOINT: must be an origin/],
  [{ S3_BUCKET: 'Foto/x' }, /^S3_BUCKET: must be the name of a bucket/],
  [{ S3_ADDRESSING: 'dns' }, /^S3_ADDRESSING: /],
  [
    { S3_ENDPOINT: 'http://s3.example.nl', PUBLIC_ORIGIN: 'https://example.nl' },
    /^S3_ENDPOINT: must be https/,
  ],
])(
  'does not start with a bucket that is named wrongly, and does not say the key: %o',
  (change, text) => {
    const read = () => readEnvironment({ ...bucket, ...change });
    expect(read).toThrow(text);
    expect(read).not.toThrow(/SECRET$/);
  },
);
