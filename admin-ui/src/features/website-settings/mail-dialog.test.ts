import { describe, expect, it } from 'vitest';
import { checkedMail, mailValues, typedServer } from './mail-dialog.tsx';

const values = {
  ...mailValues({ server: null, messagesTo: '' }),
  host: 'mail.example.nl',
  sender: ' site@example.nl ',
};

describe('the form of the mail server', () => {
  it('starts with what is stored, never with a password', () => {
    const { host, sender, username, encryption } = values;
    const stored = { host, sender, username, encryption, port: 587 };
    const state = {
      server: { ...stored, passwordKept: true, byEnvironment: false },
      messagesTo: 'a@b.nl',
    };
    const shown = mailValues(state);
    expect(shown).toEqual({ ...stored, port: '587', password: '', messagesTo: 'a@b.nl' });
  });

  it('sends a password only when one was typed, and no server without its name', () => {
    const server = { host: 'mail.example.nl', port: 465, encryption: 'auto', username: '' };
    expect(typedServer(values)).toEqual({ ...server, sender: 'site@example.nl' });
    expect(typedServer({ ...values, password: 'geheim' })).toMatchObject({ password: 'geheim' });
    const user = { username: 'iris@example.nl', sender: ' ' };
    expect(typedServer({ ...values, ...user })).toMatchObject({ sender: 'iris@example.nl' });
    expect(typedServer({ ...values, host: ' ' })).toBeNull();
  });

  it('says beside each field what is wrong with it', () => {
    const wrong = (change: Partial<typeof values>) => {
      const { error } = checkedMail.safeParse({ ...values, ...change });
      return error?.issues.map(({ path }) => path[0]).sort() ?? [];
    };
    expect(wrong({})).toEqual([]);
    expect(wrong({ host: 'a b', port: 'x', sender: 'iris', messagesTo: 'iris' })).toEqual([
      'host',
      'messagesTo',
      'port',
      'sender',
    ]);
    // Nothing of a server that is not to be.
    expect(wrong({ host: '', port: 'x', sender: '' })).toEqual([]);
  });
});
