import { useTranslation } from 'react-i18next';
import { useText } from './useText.ts';
import { isPageStatus, statusTextOr } from '../../../shared/contract/wire/errorTexts.ts';
import { ApiError, type ClientCode } from '../../../shared/net/apiError.ts';

export const errorCodeOf = (error: unknown): ClientCode | 'UNKNOWN' =>
  error instanceof ApiError ? error.code : 'UNKNOWN';

/** The text of an error, by its code or, for an HTML error page, by its status. The only place that maps codes to texts. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return error => {
    if (!(error instanceof ApiError) || error.pageWord === null) return t(`errors.${errorCodeOf(error)}`);
    const { status, pageWord } = error;
    return isPageStatus(status)
      ? t(`errorPages.${status}`)
      : t('errorPages.other', { status, text: statusTextOr(pageWord) });
  };
}

/** Maps English schema messages to text keys; named groups become values. */
const FIELD_TEXTS: readonly [RegExp, string][] = [
  [/^Required$/, 'required'],
  [/^Please enter a valid email address$/, 'email'],
  [/^Password is required$/, 'password'],
  [/^Password must be at least 8 characters$/, 'passwordLength'],
  [/^Password must contain at least one lowercase letter$/, 'passwordLower'],
  [/^Password must contain at least one uppercase letter$/, 'passwordUpper'],
  [/^Password must contain at least one number$/, 'passwordNumber'],
  [/^Password must contain at least one special character$/, 'passwordSpecial'],
  [/^Passwords don't match$/, 'passwordsDiffer'],
  [/^String must contain at least (?<n>[\d.]+) character\(s\)$/, 'tooShort'],
  [/^String must contain at most (?<n>[\d.]+) character\(s\)$/, 'tooLong'],
  [/^Must be at least (?<n>[-\d.]+)$/, 'tooSmall'],
  [/^Must be at most (?<n>[-\d.]+)$/, 'tooBig'],
  [/^Six letters and digits, as the screen shows them$/, 'code'],
  [/^Cannot be read on its background$/, 'unreadable'],
  [/^Choose a picture that is approved\.$/, 'picture'],
  [/^Unknown field$/, 'unknown'],
  [/^A web address like/, 'webUrl'],
  [/^An IANA time zone like/, 'zone'],
  [/^Not before it starts$/, 'order'],
  [/^Not below the least$/, 'least'],
  [/^At most (?<n>\d+) hours after it was published$/, 'newsEnd'],
  [/^Not before it was published$/, 'beforePublished'],
  [/^It has begun already$/, 'begun'],
  [/^No picture of this tenant$/, 'noPicture'],
  [/^No screen of it/, 'noSize'],
  [/^Either a/, 'onePlace'],
];

/**
 * Translates a schema message; an unknown one becomes "Invalid input". `factor`: from what is typed to what is stored,
 * 1,000 where seconds are typed and ms stored, so that a bound is said in the unit of its field.
 */
export function useFieldText(): (text: string, factor?: number) => string {
  const t = useText('common');
  return (text, factor = 1) => {
    for (const [pattern, key] of FIELD_TEXTS) {
      const match = pattern.exec(text);
      const n = match?.groups?.['n'];
      if (match) return t(`field.${key}`, { ...(n !== undefined && { n: String(Number(n) / factor) }) });
    }
    return t('field.invalid');
  };
}
