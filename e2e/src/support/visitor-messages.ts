/** Messages sent with the contact form. */

export const mira = {
  name: 'Mira & Zn.',
  email: 'mira@example.nl',
  phone: '06 1234 5678',
  message: [
    'Beste fotograaf,',
    '',
    '<b>Mag</b> ik de ijsvogel gebruiken?',
    '  1. op papier',
    '  2. online',
    '',
    'Ik maak een boekje over beken in de Achterhoek, in een oplage van tweehonderd stuks, en zoek',
    'nog een foto voor het hoofdstuk over vogels.',
    '',
    'Mira',
  ].join('\n'),
};
export const joost = {
  name: 'Joost',
  email: 'joost@example.nl',
  phone: '',
  message: 'Wat een licht!',
};
export const anna = {
  name: 'Anna',
  email: 'anna@example.nl',
  phone: '',
  message: 'Geeft u lezingen?',
};
export const robot = {
  name: 'Robot',
  email: 'robot@example.com',
  message: 'Buy',
  website: 'https://x.nl',
};

let senders = 0;

/** Sends like the public page, each time from another address, as one address may send only a few. */
export async function sendMessage(origin: string, message: object): Promise<void> {
  senders += 1;
  // Two messages of the same millisecond have no order.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const answer = await fetch(`${origin}/api/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `203.0.113.${senders}`,
    },
    body: JSON.stringify(message),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}
