import type { ErrorCode } from '@veldlicht/contract/error';
import type { z } from 'zod';

/** Input and output of a call, for the API description; `testing/route-table.ts` has the roles. */
export interface Operation {
  /** One clause, imperative. */
  does: string;
  query?: z.ZodObject;
  /** The JSON body, or the media type of a raw file. */
  body?: z.ZodType | string;
  /** The JSON response, or another media type; without it the body is empty. */
  answer?: z.ZodType | string;
  /** JSON responses of other statuses. */
  also?: Record<number, z.ZodType>;
  /** Error codes beside those that follow from the route itself (openapi.ts). */
  errors?: ErrorCode[];
}

/** Keys are `METHOD /path`. */
export type Operations = Record<string, Operation>;
