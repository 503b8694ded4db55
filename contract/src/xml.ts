/** Escapes texts for XML. */

/** Characters that XML 1.0 forbids, and lone surrogates. */
const IMPOSSIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for an element or an attribute; `]]>` can't occur, since every `>` is escaped. */
export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
