import { useTranslation } from 'react-i18next';
import { COPY_KINDS, type ComplianceRequest } from '../../../shared/contract/trust/compliance.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useArchive } from './useArchive.ts';

/** The copy that a request asks for; before it is certain who asks there is none. */
export function CopyPanel({ row: { id, kind, state, subject_id } }: { row: ComplianceRequest }) {
  const { t } = useTranslation('complianceRequests');
  const { isBusy, download } = useArchive();
  if (!COPY_KINDS.includes(kind)) return null;
  if (subject_id === null) return <p className="text-ink-2">{t('copy.nobody')}</p>;
  if (state !== 'in_progress' && state !== 'completed')
    return <p className="text-ink-2">{t('copy.unverified')}</p>;
  return (
    <>
      <p className="mb-3 text-ink-2">{t('copy.text')}</p>
      <Button variant="outline" busy={isBusy} onClick={() => void download(id)}>
        {t('copy.action')}
      </Button>
    </>
  );
}
