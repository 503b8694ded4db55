/** From what ffprobe prints to facts of a film. Pure; everything ffprobe says is checked. */

import { cleanText, plainDate, plainLocation } from '@veldlicht/contract/file-facts';
import { z } from 'zod';
import { cameraName, type TakenFacts } from './metadata-facts.ts';
import { type Size, turned } from './target-size.ts';

const tags = z.record(z.string(), z.string()).catch({});
const stream = z.object({
  index: z.int(),
  codec_type: z.string().catch(''),
  codec_name: z.string().catch(''),
  pix_fmt: z.string().catch(''),
  width: z.int().catch(0),
  height: z.int().catch(0),
  sample_aspect_ratio: z.string().catch('1:1'),
  color_transfer: z.string().catch(''),
  field_order: z.string().catch('progressive'),
  duration: z.coerce.number().catch(0),
  disposition: z.record(z.string(), z.number()).catch({}),
  side_data_list: z.array(z.object({ rotation: z.number().catch(0) })).catch([]),
});
type Stream = z.infer<typeof stream>;
const probeOutput = z.object({
  streams: z.array(stream),
  format: z.object({ duration: z.coerce.number().catch(0), tags }).catch({ duration: 0, tags: {} }),
});

export interface VideoFacts {
  /** As shown: turned, with square pixels. */
  upright: Size;
  /** Seconds; 0 when the file does not say. */
  duration: number;
  /** Index of the video stream, and of the audio stream if there is one. */
  videoStream: number;
  audioStream: number | null;
  /** H.264 and AAC that every browser plays: the streams may be copied. */
  isWebReady: boolean;
  /** In PQ or HLG: brighter than a plain screen, and washed out there unless tones are mapped. */
  isHdr: boolean;
  taken: TakenFacts;
}

/** '+52.1312+005.8604+012.3/' (ISO 6709) → 'lat, lon'. */
export function isoLocation(text: string | undefined): string | null {
  const found = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)/.exec(text ?? '');
  return found ? plainLocation(Number(found[1]), Number(found[2])) : null;
}

function squarePixels({ width, height, sample_aspect_ratio }: Stream): Size {
  const [x = 1, y = 1] = sample_aspect_ratio.split(':').map(Number);
  const ratio = x > 0 && y > 0 && x / y > 0.1 && x / y < 10 ? x / y : 1;
  return { width: Math.max(1, Math.round(width * ratio)), height };
}

/** Facts from the words in a film, by the names ffprobe gives them. */
export function takenFacts(words: Record<string, string>): TakenFacts {
  const camera = cameraName(
    words['com.apple.quicktime.make'] ?? words.make,
    words['com.apple.quicktime.model'] ?? words.model,
  );
  const place =
    words['com.apple.quicktime.location.ISO6709'] ?? words.location ?? words['location-eng'];
  return {
    camera: camera ? { camera } : {},
    // The others say the local time and how far it is from UTC; the last one is UTC itself.
    takenDate:
      plainDate(words['com.apple.quicktime.creationdate']) ??
      plainDate(words.date) ??
      plainDate(words['©day']) ??
      plainDate(words.creation_time),
    takenLocation: isoLocation(place),
    takenDescription: cleanText(words.description ?? words.comment),
  };
}

const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];

/** A cover of an album is no film. */
function isFilmStream({ codec_type, disposition }: Stream): boolean {
  return codec_type === 'video' && disposition.attached_pic !== 1;
}

/** Whether a file is whole and no film: it has sound and nothing to see. */
export function isOnlySound(printed: unknown): boolean {
  const streams = probeOutput.safeParse(printed).data?.streams ?? [];
  return streams.some((one) => one.codec_type === 'audio') && !streams.some(isFilmStream);
}

/** Facts of the first real video stream, or null when there is none. */
export function readVideoFacts(printed: unknown): VideoFacts | null {
  const probe = probeOutput.safeParse(printed);
  if (!probe.success) return null;
  const { streams, format } = probe.data;
  const video = streams.find(isFilmStream);
  const audio = streams.find((one) => one.codec_type === 'audio');
  if (!video || video.width < 1 || video.height < 1) return null;
  const turns = video.side_data_list.find(({ rotation }) => rotation !== 0)?.rotation ?? 0;
  const isSideways = Math.abs(turns) % 180 === 90;
  const square = squarePixels(video);
  const isHdr = HDR_TRANSFERS.includes(video.color_transfer);
  return {
    isHdr,
    upright: turned(square, isSideways ? 6 : 1),
    duration: Math.max(0, format.duration || video.duration),
    videoStream: video.index,
    audioStream: audio?.index ?? null,
    isWebReady:
      video.codec_name === 'h264' &&
      video.pix_fmt === 'yuv420p' &&
      ['progressive', 'unknown'].includes(video.field_order) &&
      square.width === video.width &&
      !isHdr &&
      (!audio || audio.codec_name === 'aac'),
    taken: takenFacts(format.tags),
  };
}
