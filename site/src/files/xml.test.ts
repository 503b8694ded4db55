import { expect, test } from 'vitest';
import { element, xmlDocument, xmlText } from './xml.ts';

test('no text can become markup', () => {
  const hostile = `</title><script>alert("1")</script>]]> & 'x' &amp;`;
  expect(xmlText(hostile)).toBe(
    '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;]]&gt; &amp; &apos;x&apos; &amp;amp;',
  );
  expect(element('title', hostile, { about: hostile }).xml).not.toMatch(/<script|]]>|""/);
});

test('characters that XML can not hold are left out', () => {
  expect(xmlText('a\u0000\u0008\u000b\u001b\u007f\u0085\ufffe\uffffz')).toBe('a\u0085z');
  expect(xmlText('\ud83d\udd4a \ud83d los \udd4a')).toBe('\ud83d\udd4a  los ');
  expect(xmlText('regel 1\n\tregel 2\r')).toBe('regel 1\n\tregel 2\r');
});

test('elements nest, and what is left out leaves nothing behind', () => {
  const child = element('b', 'x', { n: 1, none: undefined });
  expect(element('a', [child, null, element('c')]).xml).toBe('<a><b n="1">x</b><c/></a>');
});

test('a document has one child of the root per line', () => {
  expect(xmlDocument('r', { v: '1' }, [element('a'), null, element('b')])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<r v="1">\n<a/>\n<b/>\n</r>\n',
  );
});
