import { createCanvas } from './canvas.ts';
import type { Motif } from './catalogue/motif.ts';
import { categoryOf, MOTIFS, motifOfFile } from './catalogue/motif-list.ts';
import { developJpeg } from './develop.ts';
import { addExif } from './exif.ts';
import { createNoise } from './noise.ts';
import type { PictureFacts } from './picture-set.ts';
import { createRandom, hashText } from './random.ts';
import { sceneNamed } from './scene-list.ts';

/** Scenes are painted smaller, this large at most, and enlarged when developed: grain hides it. */
const PAINTED_EDGE = 1280;

/** A motif for facts that are not from the set: any of the same category. */
function motifFor(facts: PictureFacts): Motif {
  const known = motifOfFile(facts.fileName);
  if (known !== null) return known;
  const fitting = MOTIFS.filter((motif) => categoryOf(motif) === facts.category);
  const motif = fitting[hashText(facts.fileName) % fitting.length];
  if (motif === undefined) throw new Error(`No motif for the category ${facts.category}.`);
  return motif;
}

/**
 * Renders the picture that the facts describe: a JPEG with EXIF. The same facts and seed always
 * give the same bytes.
 *
 * @param options.width Long edge in pixels, 2400 when not given.
 * @param options.quality JPEG quality, 86 when not given.
 * @param options.paintedEdge Long edge it is painted at: more takes longer and shows more detail.
 */
export async function makePicture(
  facts: PictureFacts,
  options: { width?: number; quality?: number; seed?: number; paintedEdge?: number } = {},
): Promise<Buffer> {
  const longEdge = options.width ?? 2400;
  const motif = motifFor(facts);
  const seed = hashText(facts.fileName) ^ (options.seed ?? 0) ^ Math.imul(motif.luck ?? 0, 0x9e37);
  const edge = Math.min(
    options.paintedEdge ?? PAINTED_EDGE,
    Math.max(Math.round(longEdge * 0.6), Math.min(longEdge, 640)),
  );
  const wide = motif.aspect >= 1;
  const canvas = createCanvas(
    Math.max(1, wide ? edge : Math.round(edge * motif.aspect)),
    Math.max(1, wide ? Math.round(edge / motif.aspect) : edge),
  );
  const stage = { canvas, noise: createNoise(seed), random: createRandom(seed), mood: motif.mood };
  const grade = await sceneNamed(motif.scene)(stage);
  const jpeg = await developJpeg(canvas, grade, {
    longEdge,
    quality: options.quality ?? 86,
    seed,
  });
  return addExif(jpeg, facts);
}
