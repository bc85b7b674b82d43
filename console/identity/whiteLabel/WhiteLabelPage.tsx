import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readWhiteLabel, type WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { DomainPanel } from './DomainPanel.tsx';
import { hasUnsaved, WHITE_LABEL } from './form.ts';
import { PictureFields } from './PictureFields.tsx';
import { Publication } from './Publication.tsx';
import { Preview, type Look } from './Preview.tsx';

const SKELETON_ROWS = 8;
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
        <PictureFields row={row} disabled={disabled} />
        <DomainPanel row={row} disabled={disabled} />
      </div>
      <div className="xl:sticky xl:top-20 xl:self-start">
        <Preview look={{ ...row, ...(typed as Partial<Look>) }} />
      </div>
    </div>
  );
}
