import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  registerBody,
  EMPTY_VALUES,
  registerForm,
  type RegisterValues,
} from '../../../console/identity/register/form.ts';
import { DEFAULT_TENANT, register } from '../../../shared/contract/identity/auth.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { tenantIdOf } from '../../../console/identity/register/tenant.ts';

const right: RegisterValues = {
  ...EMPTY_VALUES,
  email: 'somebody@fleet.example',
  password: 'Abcdef1!',
  confirmPassword: 'Abcdef1!',
};
/** First text of each field that is refused. */
function told(more: Partial<RegisterValues>): Record<string, string | undefined> {
  const values = { ...right, ...more };
  const parsed = z.safeParse(registerForm, {
    ...values,
    confirmPassword: more.confirmPassword ?? values.password,
  });
  if (parsed.success) return {};
  return Object.fromEntries(
    Object.entries(fieldTexts(parsed.error)).map(([field, texts]) => [field, texts[0]]),
  );
}

describe('the form for an account', () => {
  it('VAL-REG-02 takes a password of 8 characters and refuses one of 7', () => {
    expect(told({ password: 'Abcde1!' })).toEqual({ password: 'Password must be at least 8 characters' });
    expect(told({ password: 'Abcdef1!' })).toEqual({});
  });
  it('VAL-REG-03 refuses a password without a lowercase letter', () =>
    expect(told({ password: 'ABCDEF1!' })).toEqual({
      password: 'Password must contain at least one lowercase letter',
    }));
  it('VAL-REG-04 refuses a password without an uppercase letter', () =>
    expect(told({ password: 'abcdef1!' })).toEqual({
      password: 'Password must contain at least one uppercase letter',
    }));
  it('VAL-REG-05 refuses a password without a number', () =>
    expect(told({ password: 'Abcdefg!' })).toEqual({
      password: 'Password must contain at least one number',
    }));
  it('VAL-REG-06 refuses a password without a special character', () =>
    expect(told({ password: 'Abcdefg1' })).toEqual({
      password: 'Password must contain at least one special character',
    }));
  it.each([
    ['length', '', 'Password must be at least 8 characters'],
    ['lowercase', 'AAAAAAAA', 'Password must contain at least one lowercase letter'],
    ['uppercase', 'aaaaaaaa', 'Password must contain at least one uppercase letter'],
    ['number', 'aaaaAAAA', 'Password must contain at least one number'],
    ['special character', 'aaaaAAA1', 'Password must contain at least one special character'],
  ])('AMBIG-REG-03 says what is missing one sentence at a time: %s', (_class, password, text) =>
    expect(told({ password })).toEqual({ password: text }),
  );
  it.each(['Abcdefg1é', 'Abcdefg1 ', 'Abcdefg1字'])('takes every other sign as special: %j', password =>
    expect(told({ password })).toEqual({}),
  );
  it('takes 128 characters and refuses 129', () => {
    expect(told({ password: `Aa1!${'x'.repeat(124)}` })).toEqual({});
    expect(Object.keys(told({ password: `Aa1!${'x'.repeat(125)}` }))).toEqual(['password']);
  });

  it("VAL-REG-07 says of the field for the second writing that passwords don't match, whatever else is wrong", () => {
    expect(told({ confirmPassword: 'Abcdef1?' })).toEqual({ confirmPassword: "Passwords don't match" });
    expect(told({ email: 'abc', confirmPassword: 'x' })).toEqual({
      email: 'Please enter a valid email address',
      confirmPassword: "Passwords don't match",
    });
  });

  it('VAL-REG-08 REG-12 REG-13 is right without names, and sends none then', () => {
    expect(told({ first_name: '', last_name: '  ' })).toEqual({});
    const body = registerBody(z.parse(registerForm, { ...right, last_name: '  ' }), 't1');
    expect(Object.keys(body).sort()).toEqual(['email', 'password', 'role', 'tenant_id']);
    expect(registerBody({ ...right, first_name: 'Ana', last_name: 'Reis' }, 't1')).toMatchObject({
      first_name: 'Ana',
      last_name: 'Reis',
    });
  });

  it('REG-14 never sends the second writing of the password', () => {
    const sent = registerBody({ ...right, first_name: 'Ana', last_name: 'Reis' }, 't1');
    expect(Object.keys(sent).sort()).toEqual([
      'email',
      'first_name',
      'last_name',
      'password',
      'role',
      'tenant_id',
    ]);
  });

  it('sends what the contract takes', () => {
    expect(z.safeParse(register.body!, registerBody(right, tenantIdOf(null))).success).toBe(true);
    expect(tenantIdOf(null)).toBe(DEFAULT_TENANT);
  });
});
