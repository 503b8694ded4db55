/** Finds the client's address, for throttling and the log. */

import type { Environment } from '@veldlicht/contract/environment';
import type { AppContext } from './app-env.ts';

/** Some proxies add the port, and brackets around IPv6; without this each port would count as a client. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

function plain(address: string): string {
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return (v6 ?? v4 ?? address).replace(/^::ffff:/i, '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * The client's address: the socket's, or behind the trusted proxy (an address, or 'loopback') the
 * last hop of X-Forwarded-For, which is the one that the proxy wrote itself.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxy: string | undefined,
): string {
  const peer = plain(socketAddress ?? 'unknown');
  const trusted = trustedProxy === 'loopback' ? isLoopback(peer) : peer === trustedProxy;
  if (!trusted) return peer;
  const last = forwardedFor?.split(',').at(-1)?.trim();
  return last ? plain(last) : peer;
}

export function addressOf(c: AppContext, { trustedProxy }: Environment): string {
  const peer = c.env?.incoming?.socket.remoteAddress;
  return clientAddress(peer, c.req.header('x-forwarded-for'), trustedProxy);
}
