import { FileImage, type LucideIcon } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';

interface ThumbnailProps {
  /** Null while there is no picture. */
  url: string | null;
  alt?: string;
  icon?: LucideIcon;
  /** Width and aspect ratio. */
  className?: string;
}

export function Thumbnail({ url, alt = '', icon: Icon = FileImage, className }: ThumbnailProps) {
  return (
    <div
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-md border border-hairline bg-ground',
        className ?? 'aspect-4/3 w-20',
      )}
    >
      {url ? (
        <img src={url} alt={alt} loading="lazy" className="size-full object-cover" />
      ) : (
        <Icon className="size-5 text-muted" />
      )}
    </div>
  );
}
