/** Whether the draft is what everybody sees, and the ways to publish it or to give the look back to the platform. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishWhiteLabel, type WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { StateMark, type StateBadge } from '../../kit/fields/StateMark.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useWhiteLabelAct } from './useWhiteLabelAct.ts';

const ResetDialog = lazyWithRetry(async () => ({ default: (await import('./ResetDialog.tsx')).ResetDialog }));

const BADGES: Record<WhiteLabel['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'info' },
  published: { shape: 'approved', tone: 'ok' },
};

interface PublicationProps {
  row: WhiteLabel;
  /** What is typed has to be saved first: what is published is the draft as it is kept. */
  isUnsaved: boolean;
  disabled: boolean;
}
export function Publication({ row, isUnsaved, disabled }: PublicationProps) {
  const { t } = useTranslation('whiteLabel');
  const format = useFormat();
  const publish = useWhiteLabelAct(publishWhiteLabel, 'published');
  const [isResetting, setResetting] = useState(false);
  const { state, published_at, published_version, app_name } = row;
  return (
    <div className="mb-6 flex flex-col gap-3 border-y border-line py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateMark badge={BADGES[state]} value={state} resource="whiteLabel" />
        <span className="text-13 text-ink-2">
          {published_at === null
            ? t('never')
            : t('since', { version: format.number(published_version), when: format.dateTime(published_at) })}
        </span>
      </p>
      {!disabled && (
        <div className="flex flex-wrap gap-2">
          <Button
            busy={publish.busy}
            disabled={isUnsaved || state === 'published' || app_name === null}
            onClick={() => void publish.run()}
          >
            {t('publish')}
          </Button>
          <Button variant="quiet" onClick={() => setResetting(true)}>
            {t('reset')}
          </Button>
        </div>
      )}
      {isUnsaved && <p className="text-13 text-ink-2">{t('saveFirst')}</p>}
      {app_name === null && !isUnsaved && <p className="text-13 text-ink-2">{t('nameFirst')}</p>}
      {publish.failure !== null && <ErrorPanel error={publish.failure} />}
      {isResetting && (
        <LazyPart>
          <ResetDialog close={() => setResetting(false)} />
        </LazyPart>
      )}
    </div>
  );
}
