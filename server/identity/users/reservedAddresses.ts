/** Addresses that stand for people who were erased: nobody comes in with one. */
import { AppError } from '../../../shared/contract/wire/errors.ts';

/** A domain that no mail can reach (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid';
export const NO_ADDRESS = 'Please enter a valid email address';

export const isReserved = (email: string) => email.toLowerCase().endsWith(`@${ERASED_DOMAIN}`);

/** Wherever an address becomes that of an account. Throws VALIDATION at `email`. */
export function requireUnreserved(email: string): void {
  if (isReserved(email)) throw new AppError('VALIDATION', NO_ADDRESS, { email: [NO_ADDRESS] });
}
