/** A note as its readers will see it, while it is written. */
import { useQuery } from '@tanstack/react-query';
import { markdownHtml } from '@veldlicht/contract/markdown';
import type { MediaItem } from '@veldlicht/contract/media';
import { storyParts } from '@veldlicht/contract/story';
import { createElement, memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { adminMediaQuery } from '#lib/queries.ts';

/** Everything that Markdown makes; whatever else there may be is left as its text. */
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

function Words({ text }: { text: string }) {
  const page = new DOMParser().parseFromString(markdownHtml(text), 'text/html');
  return <div className="note-words">{[...page.body.childNodes].map(toReact)}</div>;
}

interface FigureProps {
  item: MediaItem | undefined;
  caption: string;
}

function Figure({ item, caption }: FigureProps) {
  const { t } = useTranslation();
  if (!item) return <p className="text-[0.8125rem] text-danger">{t('notePhotoGone')}</p>;
  const isHidden = item.status === 'draft' || item.withheld;
  return (
    <figure className="flex flex-col gap-1">
      <img
        src={thumbnailUrl(item, 800) ?? undefined}
        alt={item.alt ?? item.title}
        width={item.width}
        height={item.height}
        loading="lazy"
        className="h-auto max-h-96 w-full rounded-sm bg-ground object-contain"
      />
      <figcaption className="text-[0.8125rem] text-muted">
        {caption || item.title}
        {isHidden && <span className="block text-danger">{t('notePhotoHidden')}</span>}
      </figcaption>
    </figure>
  );
}

interface NotePreviewProps {
  title: string;
  body: string;
  cover: string | null;
}

export const NotePreview = memo(function NotePreview({ title, body, cover }: NotePreviewProps) {
  const { t } = useTranslation();
  const { data } = useQuery(adminMediaQuery);
  const items = useMemo(() => new Map((data ?? []).map((item) => [item.id, item])), [data]);
  return (
    <section
      aria-label={t('notePreview')}
      // Scrolls by itself beside the text, so that the keyboard must reach it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="flex flex-col gap-4 rounded-md border border-hairline bg-ground p-4 sm:p-6 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-13rem)] lg:overflow-y-auto"
    >
      <h3 className="text-2xl leading-tight font-medium wrap-anywhere">
        {title || t('noteUntitled')}
      </h3>
      {cover && data && <Figure item={items.get(cover)} caption="" />}
      {storyParts(body).map((part, i) =>
        'text' in part ? (
          <Words key={i} text={part.text} />
        ) : (
          data && <Figure key={i} item={items.get(part.media)} caption={part.caption} />
        ),
      )}
      {body.trim() === '' && <p className="text-muted">{t('notePreviewEmpty')}</p>}
    </section>
  );
});
