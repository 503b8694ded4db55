/** The cookie of a browser that was fully signed in before (threat T2). It lets nobody in by itself. */
import { isSecureOrigin } from '@veldlicht/contract/environment';
import { DEVICE_SECONDS } from '@veldlicht/contract/limits';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { cookieAttributes } from './session-cookie.ts';

export function deviceCookieName(publicOrigin: string): string {
  return isSecureOrigin(publicOrigin) ? '__Host-device' : 'device';
}

export function deviceCookie(publicOrigin: string, secret: string): string {
  const name = deviceCookieName(publicOrigin);
  return `${name}=${secret}; Max-Age=${DEVICE_SECONDS}; ${cookieAttributes(publicOrigin)}`;
}

/** The device secret a browser sent, if any. */
export function sentDevice(c: Context, publicOrigin: string): string | undefined {
  return getCookie(c, deviceCookieName(publicOrigin));
}
