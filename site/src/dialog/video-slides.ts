/** Videos in the dialog: a poster, and the player while the slide is current. */
import type PhotoSwipe from 'photoswipe';
import { dialogCopy as copy } from '#copy/scripts.ts';
import { build, loadStylesheet } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources, sharingPicture } from '#lib/pictures.ts';
import playerStyles from '#styles/player.css?url';
import { loadDetails } from './item-details.ts';

interface VideoSlide {
  /** Plays, once the video's address and the player have loaded. */
  start: () => void;
  /** Stops, and removes the player. */
  stop: () => void;
}

function createVideo(item: GridItem, box: HTMLElement): VideoSlide {
  /** The latest start; null while stopped. */
  let current: object | null = null;
  let unmount: (() => void) | null = null;
  const poster = sharingPicture(ladderSources(item.hash, item.width, item.height))?.url ?? '';
  const still = () => build('img', { src: poster, alt: item.alt });
  box.append(still());

  const play = async (mine: object) => {
    const [{ video: source }, { mountPlayer }] = await Promise.all([
      loadDetails(item.path),
      import('#player/mount-player.ts'),
      loadStylesheet(playerStyles),
    ]);
    if (mine !== current || !source) return;
    const src = source.getAttribute('src') ?? false;
    const video = build(
      'video',
      {
        src,
        poster,
        playsinline: true,
        preload: 'metadata',
        width: String(item.width),
        height: String(item.height),
        'data-duration': String(item.duration ?? 0),
        'aria-label': copy.video(item.title),
      },
      ...[...source.children].map((version) => document.importNode(version)),
    );
    box.replaceChildren(video);
    unmount = mountPlayer(video, { autoplay: true });
  };
  return {
    start: () => {
      if (current) return;
      current = {};
      // On failure the poster stays; the details report it and link to the page.
      play(current).catch(() => undefined);
    },
    stop: () => {
      if (!current) return;
      current = null;
      unmount?.();
      unmount = null;
      // Removing the address frees the connection; a paused video would hold it.
      box.querySelector('video')?.removeAttribute('src');
      box.replaceChildren(still());
    },
  };
}

export function showVideos(pswp: PhotoSwipe): void {
  const videos = new WeakMap<object, VideoSlide>();

  pswp.on('contentLoad', (event) => {
    const { content } = event;
    if (content.type !== 'video') return;
    event.preventDefault();
    content.element = build('div', { class: 'dialog__video' });
    videos.set(content, createVideo(content.data.item, content.element));
  });
  pswp.on('appendHeavyContent', ({ slide }) => {
    if (slide.isActive) videos.get(slide.content)?.start();
  });
  pswp.on('contentActivate', ({ content }) => {
    if (content.element?.isConnected) videos.get(content)?.start();
  });
  pswp.on('contentDeactivate', ({ content }) => videos.get(content)?.stop());
  pswp.on('contentRemove', ({ content }) => videos.get(content)?.stop());
  pswp.addFilter('useContentPlaceholder', (uses, content) => uses || content.type === 'video');
}
