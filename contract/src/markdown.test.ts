import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownHtml } from './markdown.ts';

it('writes what photographers write', () => {
  const text = [
    '# Exposities',
    '',
    'Vroeg *op*, **lang**  \nstilzitten. Zie [de foto’s](/mediabibliotheek).',
    '',
    '- 2025: Veluwe',
    '- 2026: <https://example.nl/a?b=1&c=2>',
  ].join('\n');
  expect(markdownHtml(text)).toBe(
    [
      '<h2>Exposities</h2>',
      '<p>Vroeg <em>op</em>, <strong>lang</strong><br />',
      'stilzitten. Zie <a href="/mediabibliotheek">de foto’s</a>.</p>',
      '<ul>',
      '<li>2025: Veluwe</li>',
      '<li>2026: <a href="https://example.nl/a?b=1&amp;c=2">https://example.nl/a?b=1&amp;c=2</a></li>',
      '</ul>',
    ].join('\n'),
  );
});

it.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
  ['[a](javascript:alert(1))', '<p><a href="">a</a></p>'],
  ['[a](JaVaScRiPt&colon;alert(1))', '<p><a href="">a</a></p>'],
  ['[a](&#1;javascript:alert(1))', null],
  ['[a](vbscript:x) [b](data:text/html,x)', '<p><a href="">a</a> <a href="">b</a></p>'],
  ['<javascript:alert(1)>', '<p><a href="">javascript:alert(1)</a></p>'],
  ['[a](irc://x/y) <xmpp:x@y>', '<p><a href="">a</a> <a href="">xmpp:x@y</a></p>'],
  ['[a](mailto:eva@example.nl)', '<p><a href="mailto:eva@example.nl">a</a></p>'],
  [
    '[a](/x "\\" onclick=alert(1) b")',
    '<p><a href="/x" title="&quot; onclick=alert(1) b">a</a></p>',
  ],
  [
    '![spoor](https://evil.example/x.png)',
    '<p>!<a href="https://evil.example/x.png">spoor</a></p>',
  ],
  ['[a]: javascript:x\n\n[a]', '<p><a href="">a</a></p>'],
  ['`<h1>` </h2>', '<p><code>&lt;h1&gt;</code> &lt;/h2&gt;</p>'],
])('makes nothing of %j that could do harm', (text, expected) => {
  if (expected) expect(markdownHtml(text).trim()).toBe(expected);
});

it('writes only elements and addresses of its own list, whatever it gets', () => {
  const part = fc.oneof(
    fc.constantFrom('<', '>', '"', '(', ')', '[', ']', '!', '`', '#', '\n', '\n\n', '&colon;', ' '),
    fc.constantFrom('javascript:', 'data:', 'http://x', 'onload=', '<a href=', '<svg ', '&#x3c;'),
    fc.string({ maxLength: 4 }),
  );
  const safe =
    /^<(?:\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[2-6])|hr \/|br \/|ol start="\d+"|code class="language-[^"<>]*"|a href="(?:|(?:https?|mailto):[^"<>]*|[^":<>]*|[/?#][^"<>]*)"(?: title="[^"<>]*")?|\/a)>$/i;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      for (const [tag] of markdownHtml(parts.join('')).matchAll(/<[^>]*>?/g))
        expect(tag).toMatch(safe);
    }),
  );
});
