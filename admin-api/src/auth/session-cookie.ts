/** The cookie that carries a session's secret; only browsers of our own origin hold it (threat T4). */
import { createHash, randomBytes } from 'node:crypto';
import { isSecureOrigin } from '@veldlicht/contract/environment';

/** `__Host-` ties the cookie to this host; a plain-http address other than localhost can't have it. */
export function sessionCookieName(publicOrigin: string): string {
  return isSecureOrigin(publicOrigin) ? '__Host-sid' : 'sid';
}

/** What keeps a cookie to our own pages (threat T4). */
export function cookieAttributes(publicOrigin: string): string {
  return `Path=/; ${isSecureOrigin(publicOrigin) ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`;
}

/** A Set-Cookie value; it lives as long as the browser runs, the server decides when it ends. */
export function sessionCookie(publicOrigin: string, secret: string): string {
  return `${sessionCookieName(publicOrigin)}=${secret}; ${cookieAttributes(publicOrigin)}`;
}

export function clearedSessionCookie(publicOrigin: string): string {
  return `${sessionCookieName(publicOrigin)}=; Max-Age=0; ${cookieAttributes(publicOrigin)}`;
}

/** 256 random bits in 43 URL-safe characters. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret: its SHA-256 in hex. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
