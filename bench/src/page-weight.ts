/** What a page weighs before anybody does anything, asked from the server again for what counts. */
import { get } from 'node:http';
import type { NetworkAnswer } from './lighthouse-run.ts';

/** Bytes of the body as the server sends it to who asks for gzip. */
export function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (data: Buffer) => {
        bytes += data.length;
      });
      answer.once('error', reject);
      answer.once('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${address}: ${answer.statusCode}`)),
      );
    }).once('error', reject);
  });
}

/** `answers` is everything the page loaded. */
export async function weighPage(answers: NetworkAnswer[]) {
  const kind = (type: string) => answers.filter(({ resourceType }) => resourceType === type);
  const sent = (type: string) =>
    kind(type).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const gzip = async (type: string) => {
    const addresses = [...new Set(kind(type).map(({ url }) => url))];
    const sizes = await Promise.all(addresses.map(gzipBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [html, css, js] = [await gzip('Document'), await gzip('Stylesheet'), await gzip('Script')];
  return {
    requests: answers.length,
    htmlGzip: html,
    cssGzip: css,
    jsGzip: js,
    htmlCssJsGzip: html + css + js,
    /** As a browser gets it, with headers: brotli where the server has it. */
    htmlCssJsSent: sent('Document') + sent('Stylesheet') + sent('Script'),
    fontBytes: sent('Font'),
    imageBytes: sent('Image'),
  };
}
export type PageWeight = Awaited<ReturnType<typeof weighPage>>;
