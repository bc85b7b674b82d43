import { useTranslation } from 'react-i18next';
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
