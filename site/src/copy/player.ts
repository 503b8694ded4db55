/** Texts of the video player: apart, because its script carries them to the visitor. */
export const playerCopy = {
  play: 'Afspelen',
  pause: 'Pauzeren',
  mute: 'Geluid uit',
  unmute: 'Geluid aan',
  volume: 'Volume',
  volumeText: (percent: number) => `${percent} procent`,
  seek: 'Positie in de film',
  position: (at: string, whole: string) => `${at} van ${whole}`,
  captions: 'Ondertiteling',
  fullscreen: 'Volledig scherm',
  leaveFullscreen: 'Volledig scherm sluiten',
  controls: 'Bediening van de film',
  loading: 'De film wordt geladen…',
  failed: 'De video kan niet worden afgespeeld.',
  retry: 'Probeer opnieuw',
} as const;
