import { describe, expect, it } from 'vitest';
import { isCommonPassword, isTooCommon, refuseCommonPassword } from './common-password.ts';

const eva = { username: 'Eva.de.Wit', email: 'info@Velduil-Foto.nl' };
const list = new Set(['wachtwoord', 'qwerty123456', 'élan']);
const isCommon = (password: string) => isCommonPassword(password, eva, list);

describe('a password is too common', () => {
  it.each([
    ['on the list', 'wachtwoord'],
    ['on the list in another spelling of an accent', 'E\u0301LAN'],
    ['on the list with a year behind it', 'wachtwoord2026'],
    ['on the list between signs', '**Wachtwoord!!01'],
    ['digits only', '314159265358979'],
    ['signs only', '!!??!!??!!??'],
    ['the username', 'eva.de.wit'],
    ['the e-mail address', 'INFO@velduil-foto.nl'],
    ['the name of the product', 'Veldlicht2026!'],
    ['one character', 'zzzzzzzzzzzz'],
    ['a word twice', 'velduilvelduil'],
    ['the longest piece', 'nachtuilnachtuil'],
    ['a picture again and again', '🦉🦌🦉🦌🦉🦌🦉🦌'],
  ])('when it is %s', (_what, password) => {
    expect(isCommon(password)).toBe(true);
  });
});

describe('a password is good enough', () => {
  it.each([
    ['a sentence', 'nevel boven het ven'],
    ['a sentence with the own name', 'wie is eva.de.wit eigenlijk'],
    ['a long piece twice', 'nachtuilennachtuilen'],
    ['random', '7#K9$2!4%6&8'],
    ['another alphabet', 'сова над полем'],
  ])('when it is %s', (_what, password) => {
    expect(isCommon(password)).toBe(false);
  });
});

describe('the bundled list', () => {
  it.each(['password1234', 'Welkom2026!!', 'iloveyou12345', 'passwordpassword', 'qwertyuiop!1'])(
    'holds %s',
    async (password) => {
      expect(await isTooCommon(password, eva)).toBe(true);
      await expect(refuseCommonPassword('password', password, eva)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'This password is too common; choose another',
        fields: { password: 'password_too_common' },
      });
    },
  );

  // The last one is a part of a password of the list.
  it.each([
    'een lang wachtwoord',
    'correct horse battery staple',
    'tapuit-op-de-heide',
    'ichaeljackson',
  ])('lets %s pass', async (password) => {
    expect(await isTooCommon(password, eva)).toBe(false);
    await expect(refuseCommonPassword('password', password, eva)).resolves.toBeUndefined();
  });
});
