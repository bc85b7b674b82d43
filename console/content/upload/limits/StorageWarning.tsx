import { useTranslation } from 'react-i18next';
import type { UploadLimits } from '../../../../shared/contract/identity/settings/uploadLimits.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { Notice } from '../../../kit/ui/display/Notice.tsx';

/** Said before more is uploaded, once the tenant's files take up what its settings warn of. Nothing is refused by it. */
export function StorageWarning({ limits: { storage_warn_gb, used_gb } }: { limits: UploadLimits }) {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  if (storage_warn_gb === 0 || used_gb < storage_warn_gb) return null;
  return (
    <div className="mb-5">
      <Notice tone="warn" title={t('upload.storage.title')}>
        {t('upload.storage.text', {
          used: format.number(Math.round(used_gb * 10) / 10),
          limit: format.number(storage_warn_gb),
        })}
      </Notice>
    </div>
  );
}
