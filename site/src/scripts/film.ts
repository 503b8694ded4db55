/**
 * Gives the film of a page its player, which starts it (spec §4). The script of the player and its
 * styles come together; until then, and without script, the browser's own controls stand there.
 */
const video = document.querySelector<HTMLVideoElement>('[data-film]');
if (video)
  void import('#player/mount-player.ts').then(({ mountPlayer }) =>
    mountPlayer(video, { autoplay: true }),
  );
