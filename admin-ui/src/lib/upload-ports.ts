/** The outside world of an upload: calls, the raw PUT, the line. */
import {
  type FinaliseAnswer,
  finaliseAnswer,
  type UploadTicket,
  uploadTicket,
} from '@veldlicht/contract/upload';
import { callApi } from './api.ts';
import { frameOfFilm } from './film-frame.ts';
import { browserLine, type LinePorts, overLine } from './line.ts';
import { type PutOptions, putFile } from './put-file.ts';
import type { PutOutcome } from './upload-rules.ts';

export interface UploadPorts extends LinePorts {
  requestTicket: (signal: AbortSignal) => Promise<UploadTicket>;
  put: (url: string, file: File, options: PutOptions) => Promise<PutOutcome>;
  /** `poster` decides the still of a film that wants one. */
  finalise: (
    mediaURL: string,
    signal: AbortSignal,
    poster?: string | null,
  ) => Promise<FinaliseAnswer>;
  /** False once the file on the disk is gone or another than the one that was chosen. */
  isReadable: (file: File) => Promise<boolean>;
  /** A frame of a film as a JPEG; null when there is none. */
  frameOf: (file: File, signal: AbortSignal) => Promise<File | null>;
}

export const browserPorts: UploadPorts = {
  ...browserLine,
  requestTicket: (stop) =>
    overLine(stop, (signal) =>
      callApi('POST', '/api/objects/upload', { schema: uploadTicket, signal }),
    ),
  put: putFile,
  isReadable: (file) =>
    file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      ),
  frameOf: frameOfFilm,
  finalise: (mediaURL, stop, poster) =>
    overLine(stop, (signal) => {
      const payload = poster === undefined ? { mediaURL } : { mediaURL, poster };
      return callApi('PUT', '/api/media-objects', { payload, schema: finaliseAnswer, signal });
    }),
};
