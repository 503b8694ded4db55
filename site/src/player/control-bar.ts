/** The bar below a film: play, sound, time, captions, the whole screen. */
import { playerCopy } from '#copy/player.ts';
import { canFillScreen, fillsScreen, toggleFullscreen } from './fullscreen.ts';
import { setVolume, toggleMute, togglePlay } from './player-commands.ts';
import { make, makeButton, makeSlider, relabel } from './player-elements.ts';
import { createSeekBar } from './seek-bar.ts';
import { canSetVolume } from './sound-memory.ts';

export interface ControlBar {
  element: HTMLElement;
  seek: HTMLInputElement;
  volume: HTMLInputElement;
}

const isShown = ({ mode }: TextTrack) => mode === 'showing';
const isCaptions = ({ kind }: TextTrack) => kind === 'captions' || kind === 'subtitles';

/** On and off for the film's captions; not there without a `<track>` of them. */
function createCaptionsButton(video: HTMLVideoElement, signal: AbortSignal): HTMLButtonElement {
  const { textTracks } = video;
  const captions = () => [...textTracks].filter(isCaptions);
  const button = makeButton('player__captions', () => {
    const [first, ...others] = captions();
    const isOn = captions().some(isShown);
    for (const track of others) track.mode = 'disabled';
    if (first) first.mode = isOn ? 'disabled' : 'showing';
  });
  const show = () => {
    button.hidden = captions().length === 0;
    button.setAttribute('aria-pressed', String(captions().some(isShown)));
  };
  relabel(button, 'captions', playerCopy.captions);
  for (const event of ['addtrack', 'removetrack', 'change'])
    textTracks.addEventListener(event, show, { signal });
  show();
  return button;
}

function createSound(video: HTMLVideoElement, signal: AbortSignal) {
  const mute = makeButton('player__mute', () => toggleMute(video));
  const volume = makeSlider(
    'player__volume',
    { label: playerCopy.volume, max: 1, step: 0.05 },
    (value) => setVolume(video, value),
  );
  volume.hidden = !canSetVolume();
  const show = () => {
    const loudness = video.muted ? 0 : video.volume;
    if (loudness === 0) relabel(mute, 'silence', playerCopy.unmute);
    else relabel(mute, 'sound', playerCopy.mute);
    volume.value = String(loudness);
    volume.style.setProperty('--played', String(loudness));
    volume.setAttribute('aria-valuetext', playerCopy.volumeText(Math.round(loudness * 100)));
  };
  video.addEventListener('volumechange', show, { signal });
  show();
  return { mute, volume };
}

/** Makes the bar, which follows the film until the signal aborts. */
export function createControlBar(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): ControlBar {
  const play = makeButton('player__play', () => togglePlay(video));
  const screen = makeButton('player__screen', () => toggleFullscreen(video, root));
  screen.hidden = !canFillScreen(video);
  const showPlay = () => {
    if (video.paused) relabel(play, 'play', playerCopy.play);
    else relabel(play, 'pause', playerCopy.pause);
  };
  const showScreen = () => {
    if (fillsScreen(root)) relabel(screen, 'reduce', playerCopy.leaveFullscreen);
    else relabel(screen, 'enlarge', playerCopy.fullscreen);
  };
  for (const event of ['play', 'pause', 'emptied'])
    video.addEventListener(event, showPlay, { signal });
  document.addEventListener('fullscreenchange', showScreen, { signal });
  showPlay();
  showScreen();

  const { element: line, slider, clock } = createSeekBar(video, signal);
  const { mute, volume } = createSound(video, signal);
  const captions = createCaptionsButton(video, signal);
  const buttons = make('div', 'player__row', play, mute, volume, clock, captions, screen);
  const element = make('div', 'player__bar', line, buttons);
  return { element, seek: slider, volume };
}
