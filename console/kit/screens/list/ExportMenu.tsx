import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_KINDS } from '../../export/files.ts';
import { useExport } from '../../export/useExport.ts';
import { lazyWithRetry } from '../../lazyPage.ts';
import type { Column, Resource, Row } from '../../resource/defineResource.ts';
import { ExportChoice } from './ExportChoice.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useFormat } from '../../text/useFormat.ts';

const ErrorDialog = lazyWithRetry(async () => ({
  default: (await import('../form/ErrorDialog.tsx')).ErrorDialog,
}));

interface ExportMenuProps<R extends Row> {
  resource: Resource<R>;
  columns: readonly Column<R>[];
  query: Record<string, string | number>;
}

export function ExportMenu<R extends Row>({ resource, columns, query }: ExportMenuProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const format = useFormat();
  const { run, count, failure, clearFailure: forgive, cancel } = useExport(resource, columns);
  if (count !== null)
    return (
      <span role="status" className="inline-flex min-h-12 items-center gap-2 text-ink-2">
        <Spinner />
        {t('export.running', { count, shown: format.number(count) })}
        <Button variant="quiet" onClick={cancel}>
          {t('common:cancel')}
        </Button>
      </span>
    );
  return (
    <>
      <ExportChoice kinds={FILE_KINDS} choose={kind => void run({ query, kind })} />
      <Suspense>{failure !== null && <ErrorDialog error={failure} close={forgive} />}</Suspense>
    </>
  );
}
