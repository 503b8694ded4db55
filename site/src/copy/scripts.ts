/** The Dutch texts of scripts, separate from those of the HTML so that pages load only these. */
import { counts } from './numbers.ts';

export const contactForm = {
  fields: {
    name: 'Naam',
    email: 'E-mailadres',
    phone: 'Telefoon',
    message: 'Bericht',
    purpose: 'Doel',
    size: 'Formaat',
  },
  optional: 'niet verplicht',
  trap: 'Laat dit veld leeg',
  send: 'Verzenden',
  sending: 'Verzenden...',
  close: 'Sluit melding',
  missing: { title: 'Velden missen', text: 'Vul alle velden in.' },
  failed: { title: 'Fout', text: 'Er is iets misgegaan. Probeer het opnieuw.' },
  sent: { title: 'Bericht verzonden', text: 'Bedankt, ik antwoord zo snel als ik kan.' },
  wait: {
    title: 'Even geduld',
    text: (minutes: number) =>
      `Je hebt al een paar berichten gestuurd. Probeer het over ${minutes === 1 ? 'een minuut' : `${minutes} minuten`} opnieuw.`,
  },
  errors: {
    name: 'Vul je naam in.',
    email: 'Vul je e-mailadres in.',
    message: 'Schrijf een bericht.',
    purpose: 'Kies waarvoor je de foto wilt gebruiken.',
    notAnAddress: 'Dit is geen e-mailadres. Controleer of er geen typefout in staat.',
  },
} as const;

export const dialogCopy = {
  counter: (position: number, count: number) => `${position} van ${count}`,
  pictures: 'Beeld',
  controls: 'Bediening',
  previous: 'Vorige',
  next: 'Volgende',
  zoomIn: 'Inzoomen',
  zoomOut: 'Uitzoomen',
  slideshow: 'Diavoorstelling',
  pause: 'Diavoorstelling pauzeren',
  playing: 'De diavoorstelling loopt',
  paused: 'De diavoorstelling is gestopt',
  fullscreen: 'Volledig scherm',
  leaveFullscreen: 'Volledig scherm sluiten',
  share: 'Delen',
  details: 'Gegevens',
  more: 'Meer',
  close: 'Sluiten',
  copied: 'Link gekopieerd',
  notCopied: 'Kopiëren lukt hier niet; de link staat in de adresbalk',
  video: (title: string) => `Video: ${title}`,
  coming: 'Beeld laden…',
  pictureFailed: 'Dit beeld kon niet worden geladen.',
  detailsFailed: 'Meer gegevens konden niet worden geladen.',
  toPage: 'Naar de pagina van dit beeld',
} as const;

export const mapTexts = {
  count: counts.pictures,
  found: (items: number, areas: number) => `${counts.pictures(items)} in ${counts.areas(areas)}`,
  none: 'Geen beelden in deze maand of van deze soort.',
} as const;

export const playerCopy = {
  play: 'Afspelen',
  pause: 'Pauzeren',
  mute: 'Geluid uit',
  unmute: 'Geluid aan',
  volume: 'Volume',
  volumeText: (percent: number) => `${percent} procent`,
  seek: 'Positie in de video',
  position: (at: string, whole: string) => `${at} van ${whole}`,
  fullscreen: 'Volledig scherm',
  leaveFullscreen: 'Volledig scherm sluiten',
  controls: 'Bediening van de video',
  loading: 'De video wordt geladen…',
  failed: 'De video kan niet worden afgespeeld.',
  retry: 'Probeer opnieuw',
} as const;
