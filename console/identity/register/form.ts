/** What the form for a new account holds and checks, and what is sent of it. */
import * as z from 'zod/mini';
import { newPassword } from '../../../shared/contract/identity/auth.ts';
import '../../../shared/contract/wire/messages.ts';
import { email, text } from '../../../shared/contract/wire/wire.ts';

/** As the contract has it, but a field of a form is never missing: an empty name is none. */
const maybeName = text(0, 80);

export const registerForm = z
  .object({
    first_name: maybeName,
    last_name: maybeName,
    email,
    password: newPassword,
    confirmPassword: z.string(),
  })
  .check(
    z.refine(values => values.password === values.confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      /** Told at once, not only when every other field is right. */
      when: () => true,
    }),
  );
export type RegisterValues = z.infer<typeof registerForm>;
export type FieldName = keyof RegisterValues;

export const EMPTY_VALUES: RegisterValues = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  confirmPassword: '',
};
export const isField = (name: string): name is FieldName => name in EMPTY_VALUES;

/** The role is asked for as the specification has it; the server gives no other, whatever is asked. */
export const registerBody = (
  { first_name, last_name, email, password }: RegisterValues,
  tenant_id: string,
) => ({
  email,
  password,
  role: 'viewer' as const,
  tenant_id,
  ...(first_name === '' ? {} : { first_name }),
  ...(last_name === '' ? {} : { last_name }),
});
