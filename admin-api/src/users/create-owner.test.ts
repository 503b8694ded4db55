import { EnvironmentError } from '@veldlicht/contract/environment';
import { users } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyPassword } from '#auth/password.ts';
import { createOwner } from './create-owner.ts';

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());
const all = () => t.db.select().from(users).all();

it('creates the owner from the configuration, and returns no password', async () => {
  const owner = { username: 'eva', email: 'eva@example.nl', password: 'een lang wachtwoord' };
  expect(await createOwner(t.db, owner, 5)).toEqual({ username: 'eva', generatedPassword: null });
  const [user] = all();
  expect(user).toMatchObject({
    username: 'eva',
    email: 'eva@example.nl',
    role: 'admin',
    status: 'active',
  });
  expect(await verifyPassword(user?.passwordHash ?? null, 'een lang wachtwoord')).toBe(true);
});

it('generates a strong password when none was configured', async () => {
  const made = await createOwner(t.db, {}, 5);
  expect(made?.username).toBe('admin');
  expect(made?.generatedPassword).toMatch(/^(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
  expect(await verifyPassword(all()[0]?.passwordHash ?? null, made?.generatedPassword ?? '')).toBe(
    true,
  );
});

it('creates nobody when there is a user, and one when two starts race', async () => {
  const made = await Promise.all([createOwner(t.db, {}, 5), createOwner(t.db, {}, 5)]);
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await createOwner(t.db, { username: 'eva' }, 6)).toBeNull();
  expect(all()).toHaveLength(1);
});

it.each(['password1234', 'admin@veldlicht.invalid', 'eva123456789'])(
  'refuses the common password %s, and creates nobody',
  async (password) => {
    const made = createOwner(t.db, { username: 'eva', password }, 5);
    await expect(made).rejects.toThrow(
      new EnvironmentError('ADMIN_PASSWORD: this password is too common; choose another'),
    );
    expect(all()).toEqual([]);
  },
);
