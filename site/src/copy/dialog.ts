/** Every Dutch text of the dialog; apart from the others, so that it loads with the dialog only. */
export const dialogCopy = {
  counter: (position: number, count: number) => `${position} van ${count}`,
  announce: (title: string, position: number, count: number) =>
    `${title}, ${position} van ${count}`,
  pictures: 'Beeld',
  controls: 'Bediening',
  previous: 'Vorige',
  next: 'Volgende',
  zoomIn: 'Inzoomen',
  zoomOut: 'Uitzoomen',
  share: 'Delen',
  details: 'Gegevens',
  close: 'Sluiten',
  copied: 'Link gekopieerd',
  notCopied: 'Kopiëren lukt hier niet; de link staat in de adresbalk',
  film: (title: string) => `Film: ${title}`,
  coming: 'Beeld laden…',
  pictureFailed: 'Dit beeld kon niet worden geladen.',
  detailsFailed: 'Meer gegevens konden niet worden geladen.',
  toPage: 'Naar de pagina van dit beeld',
} as const;
