import type { MediaItem } from '@veldlicht/contract/media';
import { Eye } from 'lucide-react';
import { IconLink } from '#components/ui/icon-button.tsx';
import type { CardWords } from './card-words.ts';
import { previewOfItem } from './preview-address.ts';

interface DraftPreviewLinkProps {
  item: MediaItem;
  words: CardWords;
}

/** Leads to the page that a draft will have, in a tab of its own. */
export function DraftPreviewLink({ item, words }: DraftPreviewLinkProps) {
  const page = previewOfItem(item);
  if (page === null) return null;
  return (
    <IconLink label={words.previewItem(item.title)} href={page}>
      <Eye aria-hidden="true" className="size-[1.125rem]" />
    </IconLink>
  );
}
