/**
 * Gives a page's video the player, which starts it (spec §4). Its styles are in the page's head;
 * without script, or when the player fails to load, the browser's own controls show.
 */
const video = document.querySelector<HTMLVideoElement>('[data-video]');
if (video) {
  // A small poster suffices if the video autoplays; a poster that stays is replaced by a large one.
  const { largePoster } = video.dataset;
  const stays = matchMedia('(prefers-reduced-motion: reduce) and (min-width: 48em)').matches;
  if (largePoster && stays) video.poster = largePoster;
  import('#player/mount-player.ts').then(
    ({ mountPlayer }) => mountPlayer(video, { autoplay: true }),
    () => video.toggleAttribute('data-bare', true),
  );
}
