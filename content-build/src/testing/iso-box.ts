/** A box of an ISO base media file, for tests; text is Latin-1. */
export function box(type: string, ...parts: (Buffer | string | number[])[]): Buffer {
  const bodies = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(Buffer.concat(bodies).length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...bodies]);
}
