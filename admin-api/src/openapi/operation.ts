import type { ErrorCode } from '@veldlicht/contract/error';
import type { z } from 'zod';

/** What a call takes and answers, for the API description. Who may call it is in `testing/route-table.ts`. */
export interface Operation {
  /** One clause, imperative. */
  does: string;
  query?: z.ZodObject;
  /** The JSON body, or the media type of a raw file. */
  body?: z.ZodType | string;
  /** The JSON answer, or the media type of another; no answer body if left out. */
  answer?: z.ZodType | string;
  /** JSON answers with another status. */
  also?: Record<number, z.ZodType>;
  /** Error codes beside those that follow from the route itself (openapi.ts). */
  errors?: ErrorCode[];
}

/** Keys are `METHOD /path`. */
export type Operations = Record<string, Operation>;
