/** What the worker asks of the image process, and what it gets back. */
import type { FileFacts } from '@veldlicht/contract/file-facts';
import type { Size } from '@veldlicht/contract/ladder';
import type { CameraFacts, MediaType } from '@veldlicht/contract/media';
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import {
  type AcceptedFormat,
  acceptedVideos,
  type InspectRefusal,
} from '@veldlicht/contract/upload';
import type { VideoVersion } from '@veldlicht/contract/video-versions';

export function isVideo(format: AcceptedFormat): boolean {
  return acceptedVideos.some((one) => one === format);
}

/** The folder that holds one folder per content hash, and a hash: the first 32 hex digits of a SHA-256. */
interface Place {
  renditionsFolder: string;
  hash: string;
}

export interface InspectInput extends Place {
  file: string;
}

export interface VideoInput extends InspectInput {
  extension: AcceptedFormat;
}

export interface RenderInput extends Place {
  original: string;
  extension: AcceptedFormat;
  /** Seconds, of a video. */
  duration?: number | null;
  /** Of the stills (contract/ladder). */
  edition: string;
  /** XMP that is put into them: whose they are. */
  packet: string;
}

/** The video as published stands in its folder. */
export interface VersionsInput extends Place {
  /** Seconds. */
  duration: number;
  /** What to make, largest first. */
  versions: VideoVersion[];
}

/** What a file says of itself; `facts` are private. */
export interface TakenFacts {
  camera: CameraFacts;
  facts: FileFacts;
}

/** What a page shows of a picture until that is there: ThumbHash in base64, and '#rrggbb'. */
export interface Placeholder {
  placeholder: string;
  color: string;
}

/** All that is learnt from one file. Its size is that of the upright picture. */
export interface FileReport extends TakenFacts, Placeholder, Size {
  type: MediaType;
  /** Decided by the bytes. */
  extension: AcceptedFormat;
  /** Seconds; null for a photo. */
  duration: number | null;
}

/** A file that is not accepted; `reason` says why (contract/reason). */
export interface Refusal extends Pick<InspectRefusal, 'code'> {
  ok: false;
  reason: string;
}

export type InspectOutcome = { ok: true; facts: FileReport; renditions: Rendition[] } | Refusal;

/** Of a photo's process that was given a video: another one reads it. */
export interface VideoFound {
  ok: true;
  video: AcceptedFormat;
}

export type RenderOutcome = { ok: true; renditions: Rendition[] } | Refusal;

export type ImageOutcome = InspectOutcome | VideoFound | RenderOutcome;

/** What is asked; those of a photo first. */
export type ImageCall =
  | { kind: 'inspect'; input: InspectInput }
  | { kind: 'render'; input: RenderInput }
  | { kind: 'inspectVideo'; input: VideoInput }
  | { kind: 'renderVideo'; input: RenderInput }
  | { kind: 'versions'; input: VersionsInput };

export type ImageRequest = ImageCall & { id: number };

export type CallReply =
  /** The call has its turn: its time counts from now. */
  | { id: number; event: 'started' }
  /** A video is encoded so far. */
  | { id: number; event: 'progress'; percent: number }
  | { id: number; event: 'done'; outcome: ImageOutcome }
  /** `code` is the system's, such as ENOSPC. */
  | { id: number; event: 'threw'; message: string; code?: string };

export type ImageReply =
  | CallReply
  /** Where the system has no /proc: resident memory in bytes, sent regularly. */
  | { event: 'memory'; bytes: number };

/** Thrown inside the child to refuse a file; becomes a `Refusal`. */
export class RefusedFile extends Error {
  override name = 'RefusedFile';
  readonly code: InspectRefusal['code'];
  readonly reason: string;
  constructor(code: InspectRefusal['code'], reason: string) {
    super(reason);
    this.code = code;
    this.reason = reason;
  }
}

/** `kind`: a format that is accepted, though not this form of it. */
export function unsupported(kind: 'kind' | 'tiff' | 'jpeg' | 'avif' = 'kind'): RefusedFile {
  return new RefusedFile('unsupported_type', reason(`${kind}_refused`));
}

export function unreadable(): RefusedFile {
  return new RefusedFile('unreadable_file', reason('file_damaged'));
}

/** Tells damage from what libjpeg and libtiff do not support, such as 12 bits per channel or planes in tiles. */
export function refusalOf(error: unknown, format: AcceptedFormat): RefusedFile {
  if (error instanceof RefusedFile) return error;
  const said = error instanceof Error ? error.message : '';
  if (format === 'jpg' && said.includes('Unsupported JPEG')) return unsupported('jpeg');
  const isOtherTiff = /not supported|not configured|labq/.test(said);
  return format === 'tif' && isOtherTiff ? unsupported('tiff') : unreadable();
}
