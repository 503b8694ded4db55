/**
 * Gives the film of a page its player, which starts it (spec §4). Its styles stand in the page's head;
 * until its script is there, and without script, the browser's own controls stand there.
 */
const video = document.querySelector<HTMLVideoElement>('[data-film]');
if (video)
  void import('#player/mount-player.ts').then(({ mountPlayer }) =>
    mountPlayer(video, { autoplay: true }),
  );
