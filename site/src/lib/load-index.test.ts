import { expect, test } from 'vitest';
import { loadIndexChunk } from './load-index.ts';

test('a chunk that the server does not have is an error that names it', async () => {
  const missing = async () => new Response('', { status: 404 });
  await expect(loadIndexChunk('/lib/3.json', missing)).rejects.toThrow('/lib/3.json answered 404');
});
