/** What attackers type into every field (threat T14). */
export const hostileTexts = [
  "'",
  '"',
  '";--',
  "' OR 1=1 --",
  "'); DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '\u0000',
  'a\u0000b',
  '🦌 \u202e',
  '<svg onload=alert(1)>',
  'x'.repeat(100_000),
];
