/** The owner's Markdown as HTML that can do no harm (decisions 075, 092). */
import MarkdownIt from 'markdown-it';

/** Levels of quotes and lists within each other; what is deeper stands there as words. */
const DEEPEST = 90;

/** CommonMark. At its own bound, which ours stays below, it would leave out the rest of the text. */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: DEEPEST + 10 });

/** Pictures have their own place on the page; those of elsewhere would tell who reads it. */
parser.disable('image');

const paragraph = parser.block.ruler.getRules('').at(-1);
parser.block.ruler.before('blockquote', 'deep_as_words', (state, from, until) =>
  state.level < DEEPEST ? false : (paragraph?.(state, from, until, false) ?? false),
);

/** An address with a protocol that is none of these leads nowhere; without one it is of this site. */
const mayLead = (address: string) =>
  !/^[^/?#]*:/.test(address) || /^(?:https?|mailto):/i.test(address);

// Every address passes here, that of a reference too.
parser.normalizeLink = (address) =>
  mayLead(address) ? parser.utils.lib.mdurl.encode(address) : '';
/** An address between angle brackets is read as it was typed. */
parser.normalizeLinkText = (address) => address;

/** Headings begin at the second level, as the page has the first, and leave out none, whichever were typed. */
parser.core.ruler.push('lower_headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type.startsWith('heading_'));
  const typed = [...new Set(headings.map(({ tag }) => tag))].sort();
  let level = 1;
  for (const token of headings) {
    if (token.type === 'heading_open') level = Math.min(6, typed.indexOf(token.tag) + 2, level + 1);
    token.tag = `h${level}`;
  }
});

/** Raw HTML comes out as text. */
export function markdownHtml(text: string): string {
  return parser.render(text).trimEnd();
}
