/** The texts of the schemas of an account: all that the sign-in page needs of them. */
import { useText } from './useText.ts';

/** English messages and the keys of their texts; named groups become values. */
export type MessageTexts = readonly (readonly [RegExp, string])[];
/** `factor`: from what is typed to what is stored, 1,000 where seconds are typed and ms stored, so that a bound is said in the unit of its field. */
type FindText = (message: string, factor?: number) => string | null;

export const ACCOUNT_TEXTS: MessageTexts = [
  [/^Required$/, 'required'],
  [/^Please enter a valid email address$/, 'email'],
  [/^Password is required$/, 'password'],
  [/^Password must be at least 8 characters$/, 'passwordLength'],
  [/^Password must contain at least one lowercase letter$/, 'passwordLower'],
  [/^Password must contain at least one uppercase letter$/, 'passwordUpper'],
  [/^Password must contain at least one number$/, 'passwordNumber'],
  [/^Password must contain at least one special character$/, 'passwordSpecial'],
  [/^This password is too common$/, 'passwordCommon'],
  [/^Passwords don't match$/, 'passwordsDiffer'],
  [/^String must contain at least 1 character\(s\)$/, 'required'],
  [/^String must contain at least (?<n>[\d.]+) character\(s\)$/, 'tooShort'],
  [/^String must contain at most (?<n>[\d.]+) character\(s\)$/, 'tooLong'],
];

/** Finds a message among those of a namespace, under `field`. */
export function useMessageText(namespace: string, texts: MessageTexts): FindText {
  const text = useText(namespace);
  return (message, factor = 1) => {
    for (const [pattern, key] of texts) {
      const match = pattern.exec(message);
      const n = match?.groups?.['n'];
      if (match)
        return text(`field.${key}`, {
          ...match.groups,
          ...(n !== undefined && { n: String(Number(n) / factor) }),
        });
    }
    return null;
  };
}
export const useKnownAccountText = () => useMessageText('common', ACCOUNT_TEXTS);

/** An unknown message becomes "Invalid input". */
export function useAccountText(): (message: string) => string {
  const known = useKnownAccountText();
  const text = useText('common');
  return message => known(message) ?? text('field.invalid');
}
