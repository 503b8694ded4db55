import { PREVIEW_PATH } from '@veldlicht/contract/preview';
import type { RenderError } from '../release/site-renderer.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Says which page could not be made; plain, since it is the templates that failed. */
export function failurePage({ message }: RenderError): string {
  return `<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Dit voorbeeld kon niet worden gemaakt</title>
<h1>Dit voorbeeld kon niet worden gemaakt</h1>
<p>${escaped(message)}</p>
<p><a href="${PREVIEW_PATH}/">Naar het begin van het voorbeeld</a> · <a href="/admin">Naar het beheer</a></p>
</html>
`;
}
