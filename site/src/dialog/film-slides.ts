import type PhotoSwipe from 'photoswipe';
import { dialogCopy as copy } from '#copy/dialog.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources } from '#lib/ladder.ts';
import { sharingPicture } from '#lib/picture-sources.ts';
import { loadStylesheet } from '#scripts/load-stylesheet.ts';
import playerStyles from '#styles/player.css?url';
import { build } from './build-element.ts';
import { loadDetails } from './item-details.ts';

interface Film {
  /** Plays, once the address of the film and the player are there. */
  start: () => void;
  /** Stops and gives the player back. */
  stop: () => void;
}

function createFilm(item: GridItem, box: HTMLElement): Film {
  let visit = 0;
  let unmount: (() => void) | null = null;
  const poster = sharingPicture(ladderSources(item.hash, item.width, item.height))?.url ?? '';
  const still = () => build('img', { src: poster, alt: item.alt });
  box.append(still());

  const play = async (mine: number) => {
    const [{ film }, { mountPlayer }] = await Promise.all([
      loadDetails(item.path),
      import('#player/mount-player.ts'),
      loadStylesheet(playerStyles),
    ]);
    if (mine !== visit || !film) return;
    const video = build('video', {
      ...{ src: film, poster, playsinline: true, preload: 'metadata' },
      ...{ width: String(item.width), height: String(item.height) },
      ...{ 'data-duration': String(item.duration ?? 0), 'aria-label': copy.film(item.title) },
    });
    box.replaceChildren(video);
    unmount = mountPlayer(video, { autoplay: true });
  };
  return {
    start: () => {
      if (visit % 2 === 1) return;
      visit += 1;
      // Without the film its still stays; the details say what failed and lead to the page.
      play(visit).catch(() => undefined);
    },
    stop: () => {
      if (visit % 2 === 0) return;
      visit += 1;
      unmount?.();
      unmount = null;
      // An address taken off frees the connection; a paused film would hold it.
      box.querySelector('video')?.removeAttribute('src');
      box.replaceChildren(still());
    },
  };
}

/** Lets PhotoSwipe show films: a still, and the player while the slide is the current one. */
export function showFilms(pswp: PhotoSwipe): void {
  const films = new WeakMap<object, Film>();

  pswp.on('contentLoad', (event) => {
    const { content } = event;
    if (content.type !== 'film') return;
    event.preventDefault();
    content.element = build('div', { class: 'dialog__film' });
    films.set(content, createFilm(content.data.item, content.element));
  });
  pswp.on('appendHeavyContent', ({ slide }) => {
    if (slide.isActive) films.get(slide.content)?.start();
  });
  pswp.on('contentActivate', ({ content }) => {
    if (content.element?.isConnected) films.get(content)?.start();
  });
  pswp.on('contentDeactivate', ({ content }) => films.get(content)?.stop());
  pswp.on('contentRemove', ({ content }) => films.get(content)?.stop());
  pswp.addFilter('useContentPlaceholder', (uses, content) => uses || content.type === 'film');
}
