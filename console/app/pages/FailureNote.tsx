import { useTranslation } from 'react-i18next';
import { ApiError, type ClientCode } from '../../../shared/net/apiError.ts';

interface FailureNoteProps {
  error: unknown;
  /** Error codes whose own text already explains everything. */
  explainedCodes: readonly ClientCode[];
}

/** Adds the specific error text and the request id below the general sentence. */
export function FailureNote({ error, explainedCodes }: FailureNoteProps) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError) || explainedCodes.includes(error.code)) return null;
  return (
    <p className="mt-1 text-13">
      {t(`errors.${error.code}`)}
      {error.requestId !== null && (
        <span className="block font-mono">{t('requestId', { id: error.requestId })}</span>
      )}
    </p>
  );
}
