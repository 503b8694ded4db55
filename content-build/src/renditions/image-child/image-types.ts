/** Messages between the worker and the image process. */
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

/** `<renditionsFolder>/<hash>` holds the renditions; a hash is the first 32 hex digits of a SHA-256. */
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

export interface RenderInput extends VideoInput {
  /** Seconds, of a video. */
  duration?: number | null;
  /** In the names of the stills (contract/ladder). */
  edition: string;
  /** XMP of the stills. */
  packet: string;
}

/** The folder holds the published video. */
export interface VersionsInput extends Place {
  /** Seconds. */
  duration: number;
  /** Largest first. */
  versions: VideoVersion[];
}

/** Metadata of the file; `facts` are private. */
export interface TakenFacts {
  camera: CameraFacts;
  facts: FileFacts;
}

/** Shown until the picture is loaded: ThumbHash in base64, and the mean colour as '#rrggbb'. */
export interface Placeholder {
  placeholder: string;
  color: string;
}

/** Result of an inspection. The size is that of the upright picture. */
export interface FileReport extends TakenFacts, Placeholder, Size {
  type: MediaType;
  extension: AcceptedFormat;
  /** Seconds; null for a photo. */
  duration: number | null;
}

export interface Inspected {
  facts: FileReport;
  renditions: Rendition[];
}

/** The process of photos was given a video; it decodes none. */
export interface VideoFound {
  video: AcceptedFormat;
}

export type ImageCall =
  | { kind: 'inspect'; input: InspectInput }
  | { kind: 'render'; input: RenderInput }
  | { kind: 'inspectVideo'; input: VideoInput }
  | { kind: 'renderVideo'; input: RenderInput }
  | { kind: 'versions'; input: VersionsInput };

export type ImageRequest = ImageCall & { id: number };

export type FailedReply =
  | { id: number; event: 'refused'; code: InspectRefusal['code']; reason: string }
  /** `code`: of the system, such as ENOSPC. */
  | { id: number; event: 'threw'; message: string; code: string | undefined };

export type ImageReply =
  | FailedReply
  /** The time limit starts now. */
  | { id: number; event: 'started' }
  | { id: number; event: 'progress'; percent: number }
  | { id: number; event: 'done'; outcome: Inspected | VideoFound | Rendition[] }
  /** Resident memory, sent regularly where there is no /proc. */
  | { event: 'memory'; bytes: number };

/** A file that no other attempt would take; `reason` is a text of contract/reason. */
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

/** `kind`: an accepted format in a form that is not. */
export function unsupported(kind: 'kind' | 'tiff' | 'jpeg' | 'avif' = 'kind'): RefusedFile {
  return new RefusedFile('unsupported_type', reason(`${kind}_refused`));
}

export function unreadable(why: string = reason('file_damaged')): RefusedFile {
  return new RefusedFile('unreadable_file', why);
}

/** Tells damage from forms that libjpeg and libtiff don't support, such as 12 bits per channel. */
export function refusalOf(error: unknown, format: AcceptedFormat): RefusedFile {
  if (error instanceof RefusedFile) return error;
  const said = error instanceof Error ? error.message : '';
  if (format === 'jpg' && said.includes('Unsupported JPEG')) return unsupported('jpeg');
  const isOtherTiff = /not supported|not configured|labq/.test(said);
  return format === 'tif' && isOtherTiff ? unsupported('tiff') : unreadable();
}
