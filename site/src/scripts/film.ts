/**
 * Gives the film of a page its player, which starts it (spec §4). Its styles stand in the page's head;
 * without script, or when it cannot be had, the browser's own controls stand there.
 */
const video = document.querySelector<HTMLVideoElement>('[data-film]');
if (video)
  import('#player/mount-player.ts').then(
    ({ mountPlayer }) => mountPlayer(video, { autoplay: true }),
    () => video.toggleAttribute('data-bare', true),
  );
