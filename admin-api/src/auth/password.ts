import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from './queues.ts';

/** Argon2id (the library's default), above the OWASP floor of 19456 KiB and 2 passes. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Verified against when there is no such user, so that both cases take the same time (threat T3). */
const DUMMY_HASH =
  '$argon2id$v=19$m=65536,t=3,p=1$w9hn0irwlhh4tgEvwWH2Vg$/64YA0MZ5Io3YJy8mm6rnsEEx7VkkWxerEvEjX6bL7A';

/** Two hashes at once; more would starve a small machine (threat L4). */
const queue = createQueue({ running: 2, waiting: 32 });

/** The encoded Argon2id hash of a password. Throws `too_many_requests` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return queue.add(() => hash(password, COST));
}

/** As `hashPassword`, but the same text and salt always give the same encoded hash. */
function hashWithSalt(text: string, salt: Buffer): Promise<string> {
  return queue.add(() => hash(text, { ...COST, salt }));
}

/** Null stands for an unknown user: same work, false. Throws `too_many_requests` when too many wait. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return queue.add(async () => {
    const matches = await verify(passwordHash ?? DUMMY_HASH, password);
    return matches && passwordHash !== null;
  });
}

/** The slow hashes; tests use cheap ones. */
export interface Passwords {
  verify: typeof verifyPassword;
  hash: typeof hashPassword;
  hashWith: typeof hashWithSalt;
}

export const passwords: Passwords = {
  verify: verifyPassword,
  hash: hashPassword,
  hashWith: hashWithSalt,
};

/** 32 characters that nobody confuses. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random characters to be read out or typed, 5 bits each. */
export function clearSigns(count: number): string {
  return Array.from(randomBytes(count), (byte) => SIGNS[byte % SIGNS.length]).join('');
}

const GROUPS = 6;
const GROUP_SIGNS = 4;

/** A password of 120 random bits: XXXX-XXXX-XXXX-XXXX-XXXX-XXXX. */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, () => clearSigns(GROUP_SIGNS)).join('-');
}
