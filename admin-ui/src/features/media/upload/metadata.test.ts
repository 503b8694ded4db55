import { describe, expect, it } from 'vitest';
import { findWebpExif } from './metadata.ts';

const chunk = (name: string, data: string) => {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, data.length, true);
  return [name, size, data, data.length % 2 ? '\0' : ''];
};
const webp = (...chunks: Array<Array<string | Uint8Array<ArrayBuffer>>>) =>
  new Blob(['RIFF', '\0\0\0\0', 'WEBP', ...chunks.flat()]);
const found = async (file: Blob) => {
  const block = await findWebpExif(file);
  return block && new TextDecoder().decode(block);
};

describe('the EXIF of a WebP', () => {
  it('is found behind pictures of even and odd length', async () => {
    const exif = chunk('EXIF', 'II*\0abc');
    expect(await found(webp(chunk('VP8X', '1234'), chunk('VP8 ', 'odd'), exif))).toBe('II*\0abc');
  });
  it('loses the name that a JPEG has before it', async () => {
    expect(await found(webp(chunk('EXIF', 'Exif\0\0MM\0*')))).toBe('MM\0*');
  });
  it('is nothing in a file that has none, is cut off, or is no WebP', async () => {
    expect(await found(webp(chunk('VP8 ', '1234')))).toBeNull();
    expect(await found(webp(chunk('VP8 ', '1234')).slice(0, 15))).toBeNull();
    expect(await found(new Blob(['RIFF\0\0\0\0WAVEfmt ']))).toBeNull();
    expect(await found(new Blob([]))).toBeNull();
  });
});
