/** A folder as a zip file of the same bytes each time, for the download of the plug-in (vite.config.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 2026 as MS-DOS writes a day; the time is midnight. */
const DAY = ((2026 - 1980) << 9) | (1 << 5) | 1;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const DEFLATED = 8;

interface Entry {
  name: Buffer;
  bytes: Buffer;
}

/** The header of a file, which the central directory repeats: PKWARE's APPNOTE, 4.3.7 and 4.3.12. */
function facts({ name, bytes }: Entry, packed: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(UTF8, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(DAY, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

const signature = (kind: number) => Buffer.from([0x50, 0x4b, kind, kind + 1]);

/** The files of a folder, below the folder's name. */
export function zipOf(folder: string): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const file of readdirSync(folder).sort()) {
    const name = Buffer.from(`${path.basename(folder)}/${file}`);
    const bytes = readFileSync(path.join(folder, file));
    const packed = deflateRawSync(bytes);
    const own = facts({ name, bytes }, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    list.push(Buffer.concat([signature(1), Buffer.from([20, 0]), own, rest, name]));
    const local = Buffer.concat([signature(3), own, name, packed]);
    files.push(local);
    at += local.length;
  }
  const index = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, index, signature(5), end]);
}
