import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../../server/identity/oauth/client.ts';
import { readOauth } from '../../../../server/context/oauth.ts';

const claims = { sub: '001.abc', email: 'Ana@Fleet.example', email_verified: true };

describe('who somebody is at a provider', () => {
  it('has the address that is verified, in lower case, and none else', () => {
    expect(identityOf(claims, null).email).toBe('ana@fleet.example');
    expect(identityOf({ ...claims, email_verified: 'true' }, null).email).toBe('ana@fleet.example');
    for (const email_verified of [false, 'false', 'yes', 1, null, undefined])
      expect(identityOf({ ...claims, email_verified }, null).email).toBeNull();
    for (const email of ['no address', '', 7, undefined])
      expect(identityOf({ ...claims, email }, null).email).toBeNull();
  });

  it('has the name of Apple’s form where the token has none, whatever else that form says', () => {
    const form = JSON.stringify({ name: { firstName: 'Ana', lastName: ' ' }, email: 'other@fleet.example' });
    expect(identityOf(claims, form)).toEqual({
      ...{ sub: '001.abc', email: 'ana@fleet.example', first_name: 'Ana', last_name: null },
    });
    expect(identityOf({ ...claims, given_name: 'Signed' }, form).first_name).toBe('Signed');
    for (const odd of ['', 'no json', '[]', '{"name":7}', '{"name":{"firstName":{}}}'])
      expect(identityOf(claims, odd)).toMatchObject({ first_name: null, last_name: null });
  });

  it('is nobody without a subject', () => {
    for (const sub of [undefined, '', 7])
      expect(() => identityOf({ ...claims, sub }, null)).toThrow('refused');
  });
});

describe('the environment', () => {
  it('names all of a provider or nothing, and an issuer with TLS unless it is this machine', () => {
    expect(readOauth({})).toMatchObject({
      google_client_id: null,
      google_issuer: 'https://accounts.google.com',
    });
    expect(() => readOauth({ GOOGLE_CLIENT_ID: 'x' })).toThrow('GOOGLE_CLIENT_SECRET is not set');
    expect(() => readOauth({ APPLE_TEAM_ID: 'x' })).toThrow('APPLE_CLIENT_ID');
    expect(() => readOauth({ GOOGLE_ISSUER: 'http://accounts.example' })).toThrow('GOOGLE_ISSUER');
    expect(readOauth({ GOOGLE_ISSUER: 'http://127.0.0.1:4000' }).google_issuer).toBe('http://127.0.0.1:4000');
    const apple = { APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x', APPLE_KEY_ID: 'x' };
    expect(() => readOauth({ ...apple, APPLE_KEY_FILE: '/nowhere.p8' })).toThrow('there is no file');
    expect(() => readOauth({ ...apple, APPLE_KEY_FILE: 'package.json' })).toThrow('.p8 file');
  });
});
