/** Requests that no browser sends. */
import net from 'node:net';

const evil = 'evil.example';
/** Addresses that have caused, or could cause, a redirect to another host. */
export const oddAddresses = [
  `/%5c${evil}/`,
  `/%5C${evil}/`,
  `/%09/${evil}/`,
  `/%0a/${evil}/`,
  `/%0d%0aLocation:%20//${evil}/`,
  `/%00/${evil}/`,
  `/%20/${evil}/`,
  `//${evil}/`,
  `///${evil}/`,
  `/\\${evil}/`,
  `/\\/${evil}/`,
  `/%2f${evil}/`,
  `/%2f%2f${evil}/`,
  `/%5c%5c${evil}/`,
  `/%5c/${evil}.html`,
  `//${evil}/x.html`,
  `/.//${evil}/`,
  `/..//${evil}/`,
  `/a/..//${evil}/`,
  `/a/%2e%2e/%2f${evil}/`,
  `/a%2f..%2f..%2f/${evil}/`,
  `/%68ttps:%2f%2f${evil}/`,
  `/https://${evil}/`,
  `/@${evil}/`,
  `/mediabibliotheek%2f/`,
  `/mediabibliotheek%5c/`,
  `/mediabibliotheek/?x=\\\\${evil}`,
  `/admin/%5c${evil}/`,
  `/admin//${evil}/`,
  `/admin/media/?x=\\\\${evil}`,
  `/admin/preview/%5c${evil}/`,
  `http://${evil}/mediabibliotheek/`,
];

/** Requests exactly this target, which fetch would normalise. */
export function rawGet(base: string, target: string): Promise<string> {
  const { port } = new URL(base);
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
      ),
    );
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('close', () => resolve(text));
  });
}
