import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusedCreative } from '../../../shared/contract/content/refusals.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';
import type { Builder } from './editor/useBuilder.ts';
import { RefusedCreatives } from './RefusedCreatives.tsx';

/** Both sides were on line a moment ago, or there would be no conflict. */
const Dialog = lazyWithRetry(async () => ({
  default: (await import('../../kit/ui/overlays/Dialog.tsx')).Dialog,
}));

/** Why a save did not go through; a version saved meanwhile by somebody else leaves a choice. */
export function SaveProblem({ builder, reload }: { builder: Builder; reload: () => void }) {
  const { t } = useTranslation(['playlists', 'common', 'screens']);
  const problemText = useProblemText();
  const { failure, failedAt } = builder;
  if (failure === null) return null;
  if (failure instanceof ApiError && failure.code === 'VERSION_CONFLICT') {
    const version = Number(failure.details.version);
    return (
      <Suspense>
        <Dialog title={t('edit.conflict')} text={t('edit.conflictText')} close={builder.clearFailure}>
          <div className="flex flex-wrap justify-end gap-2 pt-4">
            <Button variant="outline" onClick={reload}>
              {t('edit.load')}
            </Button>
            <Button onClick={() => void builder.overwrite(version)}>{t('edit.overwrite')}</Button>
          </div>
        </Dialog>
      </Suspense>
    );
  }
  const { refused = [] } = (failure instanceof ApiError ? failure.details : {}) as {
    refused?: RefusedCreative[];
  };
  const title = failedAt === 'publish' ? t('refused.title') : t('screens:notSaved');
  return (
    <div className="mb-4">
      <Notice tone="danger" title={title} alert>
        {refused.length > 0 ? <RefusedCreatives refused={refused} /> : <p>{problemText(failure)}</p>}
        <RequestId error={failure} />
      </Notice>
    </div>
  );
}
