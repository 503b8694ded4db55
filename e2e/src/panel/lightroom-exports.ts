/** Pictures like exports of Lightroom Classic: texts in XMP and IPTC, positions in EXIF; written by exiftool. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures, type PictureFacts } from '@veldlicht/scripts/pictures/picture-set';

export interface LightroomExport {
  file: string;
  title: string;
  keywords: readonly string[];
}

/** Arguments of exiftool for a picture; every second one has a city instead of a position. */
function wordsOf({ title, description, tags, takenAt }: PictureFacts, n: number): string[] {
  const [date = '', time] = takenAt.split('T');
  const taken = `${date.replaceAll('-', ':')} ${time}`;
  const caption = description ?? `${title}, in alle rust bekeken.`;
  const place =
    n % 2 === 0
      ? ['GPSLatitude=52.0812', 'GPSLatitudeRef=N', 'GPSLongitude=5.8103', 'GPSLongitudeRef=E']
      : ['XMP-photoshop:City=Ede', 'IPTC:City=Ede'];
  return [
    `XMP-dc:Title=${title}`,
    `IPTC:ObjectName=${title}`,
    `XMP-dc:Description=${caption}`,
    `IPTC:Caption-Abstract=${caption}`,
    ...tags.flatMap((tag) => [`XMP-dc:Subject=${tag}`, `IPTC:Keywords=${tag}`]),
    `XMP-lr:HierarchicalSubject=Natuur|${tags[0]}`,
    `EXIF:DateTimeOriginal=${taken}`,
    'EXIF:OffsetTimeOriginal=+02:00',
    'XMP-xmp:CreatorTool=Adobe Photoshop Lightroom Classic 14.0 (Macintosh)',
    'XMP-dc:Creator=Jan Jansen',
    'XMP-dc:Rights=© 2026 Jan Jansen',
    ...place,
  ].map((word) => `-${word}`);
}

/** Small pictures with all fields that photographers fill in before an export. */
export async function lightroomExports(folder: string, count: number): Promise<LightroomExport[]> {
  const exports: LightroomExport[] = [];
  const told: string[] = [];
  for (const [n, facts] of describePictures(count).entries()) {
    // Without metadata: exiftool adds the position and the texts.
    const bare = { ...facts, gps: null, description: null };
    const file = path.join(folder, `_DSC${String(4100 + n)}.jpg`);
    writeFileSync(file, await makePicture(bare, { width: 720, quality: 80 - (n % 20) }));
    told.push('-overwrite_original', '-codedcharacterset=utf8', ...wordsOf(facts, n), file);
    told.push('-execute');
    exports.push({ file, title: facts.title, keywords: facts.tags });
  }
  const list = path.join(folder, 'words.args');
  writeFileSync(list, told.join('\n'));
  execFileSync('exiftool', ['-charset', 'utf8', '-@', list], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return exports;
}
