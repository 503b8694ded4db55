/** What FFmpeg's answers mean: below zero is an error, and of what it says of a damaged file nothing is for people. */
import { constants } from 'node:os';
import { unreadable } from './image-types.ts';

/** The system's own troubles: no fault of the file. */
const SYSTEM = ['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'] as const;

/** Answers what FFmpeg answered. Throws the system's error, else `RefusedFile`. */
export function need(answer: number): number {
  if (answer >= 0) return answer;
  const code = SYSTEM.find((name) => answer === -constants.errno[name]);
  throw code ? Object.assign(new Error(`FFmpeg: ${code}`), { code }) : unreadable();
}
