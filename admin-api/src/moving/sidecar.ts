/** XMP beside a file, as digiKam, darktable and Lightroom read it. */
import type { MovedItem } from '@veldlicht/contract/moving';
import { xmlText } from '@veldlicht/contract/xml';

/** '52,7.872000N': XMP counts in degrees and minutes. */
function xmpDegrees(
  degrees: number | null | undefined,
  [positive, negative]: [string, string],
): string | null {
  if (degrees === null || degrees === undefined) return null;
  const size = Math.abs(degrees);
  const whole = Math.floor(size);
  return `${whole},${((size - whole) * 60).toFixed(6)}${degrees < 0 ? negative : positive}`;
}

/** Builds the XMP of an item; its category and species are among the keywords. */
export function sidecarOf(item: MovedItem): string {
  const attributes = {
    'photoshop:City': item.place,
    'exif:DateTimeOriginal': item.takenLocal && item.takenLocal + (item.offset ?? ''),
    'exif:GPSLatitude': xmpDegrees(item.lat, ['N', 'S']),
    'exif:GPSLongitude': xmpDegrees(item.lon, ['E', 'W']),
  };
  const words = (name: string, text: string | null | undefined) =>
    text &&
    `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(text)}</rdf:li></rdf:Alt></dc:${name}>`;
  const keywords = [
    ...(item.category ? [item.category] : []),
    ...(item.keywords ?? []),
    ...(item.species ?? []).map(({ scientificName }) => scientificName),
  ].map((word) => `<rdf:li>${xmlText(word)}</rdf:li>`);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    ...Object.entries(attributes).map(([name, value]) => value && ` ${name}="${xmlText(value)}"`),
    '>',
    words('title', item.title),
    words('description', item.description),
    keywords.length > 0 && `<dc:subject><rdf:Bag>${keywords.join('')}</rdf:Bag></dc:subject>`,
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ]
    .filter(Boolean)
    .join('\n');
}
