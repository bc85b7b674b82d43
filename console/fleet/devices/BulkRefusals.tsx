import { useTranslation } from 'react-i18next';
import { CHANGE_REFUSALS, type changeDevices } from '../../../shared/contract/fleet/deviceChanges.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

/** Which screens stayed as they were, and why. */
export function BulkRefusals({ failed }: Pick<Answer<typeof changeDevices>, 'failed'>) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <Notice tone="warn" alert>
      {CHANGE_REFUSALS.map(error => {
        const those = failed.filter(one => one.error === error);
        if (those.length === 0) return null;
        const names = those.flatMap(({ name }) => name ?? []).join(', ');
        return (
          <p key={error}>
            {t(`bulk.failed.${error}`, { count: those.length, shown: format.number(those.length), names })}
          </p>
        );
      })}
    </Notice>
  );
}
