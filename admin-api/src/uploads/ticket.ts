/** Signed upload addresses: what may be sent, by whom, until when (threat T21). */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Ticket {
  key: string;
  /** Seconds since 1970. */
  expires: number;
  /** Most bytes. */
  max: number;
  userId: string;
}

/** The parts of an address as they were sent. */
export interface SentTicket {
  key: string;
  expires: string | undefined;
  max: string | undefined;
  user: string | undefined;
  signature: string | undefined;
}

const KEY = /^[0-9a-f]{32}$/;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

function sign(secret: Buffer, { key, expires, max, userId }: Ticket): string {
  const text = ['PUT', key, expires, max, userId].join('\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Path and query of the address for one PUT. */
export function signedPath(secret: Buffer, ticket: Ticket): string {
  const query = new URLSearchParams({
    expires: String(ticket.expires),
    max: String(ticket.max),
    user: ticket.userId,
    signature: sign(secret, ticket),
  });
  return `/api/uploads/${ticket.key}?${query}`;
}

/** The ticket that was sent, or null when any part of it was altered. Expiry is not looked at. */
export function readTicket(secret: Buffer, sent: SentTicket): Ticket | null {
  const { key, expires, max, user, signature } = sent;
  if (!KEY.test(key) || !SIGNATURE.test(signature ?? '')) return null;
  if (!WHOLE.test(expires ?? '') || !WHOLE.test(max ?? '') || user === undefined) return null;
  const ticket = { key, expires: Number(expires), max: Number(max), userId: user };
  const right = Buffer.from(sign(secret, ticket));
  return timingSafeEqual(right, Buffer.from(signature ?? '')) ? ticket : null;
}

/**
 * The upload key in an address that we gave out, or null. The address is only ever read, never
 * fetched (threat T20).
 */
export function keyOfUploadUrl(mediaUrl: string, publicOrigin: string): string | null {
  if (!URL.canParse(mediaUrl, publicOrigin)) return null;
  const url = new URL(mediaUrl, publicOrigin);
  if (url.origin !== publicOrigin || url.username !== '' || url.password !== '') return null;
  return /^(?:\/api)?\/uploads\/([0-9a-f]{32})$/.exec(url.pathname)?.[1] ?? null;
}
