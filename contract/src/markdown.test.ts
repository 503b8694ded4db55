import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_STORY_TEXT } from './limits.ts';
import { markdownHtml } from './markdown.ts';
import { positionsInStory } from './story-words.ts';

it('renders the Markdown of an ordinary text', () => {
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
  ['## A\n\n## B\n\n### C', ['h2', 'h2', 'h3']],
  ['# A\n\n### B\n\n###### C\n\n# D', ['h2', 'h3', 'h4', 'h2']],
  ['### A\n\n# B', ['h2', 'h2']],
])('leaves out no level of headings: %j', (text, levels) => {
  const html = markdownHtml(text);
  expect([...html.matchAll(/<(h\d)>/g)].map(([, level]) => level)).toEqual(levels);
  expect([...html.matchAll(/<\/(h\d)>/g)].map(([, level]) => level)).toEqual(levels);
});

it.each([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
  ['[a](javascript:alert(1))', '<p><a href="">a</a></p>'],
  ['[a](JaVaScRiPt&colon;alert(1))', '<p><a href="">a</a></p>'],
  // An address of this site: it has a `#` before the colon.
  ['[a](&#1;javascript:alert(1))', '<p><a href="&amp;#1;javascript:alert(1)">a</a></p>'],
  ['[a](&#9;javascript:alert(1))', '<p><a href="">a</a></p>'],
  ['[a](tel:1) [b](ftp://x/y)', '<p><a href="">a</a> <a href="">b</a></p>'],
  [
    '[a](/x:y) [b](?q=c:d) [c](#e:f)',
    '<p><a href="/x:y">a</a> <a href="?q=c:d">b</a> <a href="#e:f">c</a></p>',
  ],
  [
    '![a][b]\n\n[b]: https://evil.example/x.png',
    '<p>!<a href="https://evil.example/x.png">a</a></p>',
  ],
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
])('renders %j as harmless HTML', (text, expected) => {
  expect(markdownHtml(text)).toBe(expected);
});

it('renders only allowed elements and addresses for any input', () => {
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

/** Milliseconds of CPU time in this thread, so that other programs do not count. */
function millisecondsFor(work: () => void): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

it.each('a\n-\n|**a*|>|[|![](|1. |[a](|*a_|a*|> a\n- |[[a]|#_[|<a '.split('|'))(
  'reads and checks 20,000 signs of %j in a quarter of a second',
  (piece) => {
    const text = piece.repeat(MAX_STORY_TEXT).slice(0, MAX_STORY_TEXT);
    for (const read of [
      markdownHtml,
      (read: string) => positionsInStory({ title: '', body: [{ kind: 'text', text: read }] }),
    ]) {
      read(text.slice(0, 2000));
      expect(millisecondsFor(() => read(text))).toBeLessThan(250);
    }
  },
);

it('keeps all words at any depth of nesting', () => {
  for (const mark of ['> ', '+ ', '1. ', '> + ']) {
    const html = markdownHtml(`voor\n\n${mark.repeat(5000)}diep\n\nna`);
    for (const word of ['<p>voor</p>', 'diep', '<p>na</p>']) expect(html).toContain(word);
    expect(html.match(/<(?:blockquote|ul|ol)/g)?.length).toBeLessThan(100);
  }
});
