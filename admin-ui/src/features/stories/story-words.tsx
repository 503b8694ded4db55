/** Renders Markdown as the site does. */
import { markdownHtml } from '@veldlicht/contract/markdown';
import { createElement, memo, type ReactNode } from 'react';

/** Elements that are rendered; others become their text. */
const known = new Set('p em strong code pre ul ol li blockquote h2 h3 h4 h5 h6 hr br a'.split(' '));

function toReact(node: Node, key: number): ReactNode {
  if (!(node instanceof Element)) return node.textContent;
  const inner = [...node.childNodes].map(toReact);
  const tag = node.localName;
  if (!known.has(tag)) return inner;
  const href = node.getAttribute('href');
  const props = href === null ? { key } : { key, href, target: '_blank', rel: 'noopener' };
  return createElement(tag, props, ...inner);
}

export const StoryWords = memo(function StoryWords({ text }: { text: string }) {
  const page = new DOMParser().parseFromString(markdownHtml(text), 'text/html');
  return <div className="story-words">{[...page.body.childNodes].map(toReact)}</div>;
});
