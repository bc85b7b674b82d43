import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  publishWhiteLabel,
  readWhiteLabel,
  type WhiteLabel,
} from '../../../shared/contract/identity/whiteLabel.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { StateMark, type StateBadge } from '../../kit/fields/StateMark.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { DomainPanel } from './DomainPanel.tsx';
import { hasUnsaved, WHITE_LABEL } from './form.ts';
import { LogoFields } from './LogoFields.tsx';
import { Preview, type Look } from './Preview.tsx';
import { useWhiteLabelAct } from './useWhiteLabelAct.ts';

const ResetDialog = lazyWithRetry(async () => ({ default: (await import('./ResetDialog.tsx')).ResetDialog }));

const SKELETON_ROWS = 8;
const BADGES: Record<WhiteLabel['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'info' },
  published: { shape: 'approved', tone: 'ok' },
};

/** The tenant's own look: edited as a draft beside its preview, and worn from when it is published. */
export default function WhiteLabelPage() {
  const { t } = useTranslation('whiteLabel');
  const { client } = useAuth();
  const answer = useQuery(read(client, readWhiteLabel, {}));
  return (
    <>
      <PageTitle className="mb-2">{t('title')}</PageTitle>
      <p className="mb-5 max-w-[70ch] text-ink-2">{t('text')}</p>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isLoadingError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && <Editor row={answer.data} />}
    </>
  );
}

function Editor({ row }: { row: WhiteLabel }) {
  const { t } = useTranslation('screens');
  const canAccess = useCanAccess();
  const [typed, setTyped] = useState<FieldValues>({});
  const disabled = !canAccess('white_label', 'W');
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,640px)_minmax(320px,1fr)]">
      <div>
        {disabled && (
          <div className="mb-6">
            <Notice tone="info">{t('readOnly')}</Notice>
          </div>
        )}
        <Publication row={row} isUnsaved={hasUnsaved(typed, row)} disabled={disabled} />
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <EditForm resource={WHITE_LABEL} row={{ ...row, id: 'draft' }} onValues={setTyped} />
        </Suspense>
        <LogoFields row={row} disabled={disabled} />
        <DomainPanel row={row} disabled={disabled} />
      </div>
      <div className="xl:sticky xl:top-20 xl:self-start">
        <Preview look={{ ...row, ...(typed as Partial<Look>) }} />
      </div>
    </div>
  );
}

interface PublicationProps {
  row: WhiteLabel;
  /** What is typed has to be saved first: what is published is the draft as it is kept. */
  isUnsaved: boolean;
  disabled: boolean;
}
function Publication({ row, isUnsaved, disabled }: PublicationProps) {
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
