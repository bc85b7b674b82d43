import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { ReportDefinition } from '../../shared/contract/reports/definition.ts';
import { PLAY_PRESETS, type Preset } from '../../shared/contract/reports/report.ts';
import { LazyPart } from '../kit/LazyPart.tsx';
import { lazyWithRetry } from '../kit/lazyPage.ts';
import { withChanges } from '../kit/screens/list/listState.ts';
import { useText } from '../kit/text/useText.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { KeptReports } from './KeptReports.tsx';
import { ReportFiles } from './ReportFiles.tsx';
import { useReportActions } from './useReportActions.ts';

const ReportDialog = lazyWithRetry(async () => ({
  default: (await import('./ReportDialog.tsx')).ReportDialog,
}));
const RunDialog = lazyWithRetry(async () => ({ default: (await import('./RunDialog.tsx')).RunDialog }));

interface ReportsPageProps {
  /** What may be put together here; those of others are listed on their own page. */
  presets?: readonly Preset[];
  title?: string;
  /** Below the title: pages that belong to it. */
  tabs?: ReactNode;
}
/** Reports of the tenant: put together, kept, and their files. The run that is open stands in the address. */
export default function ReportsPage({ presets = PLAY_PRESETS, title, tabs }: ReportsPageProps) {
  const text = useText('reports');
  const actions = useReportActions();
  const [params, setParams] = useSearchParams();
  /** `new`, or a report that is kept. */
  const [edited, setEdited] = useState<ReportDefinition | 'new' | null>(null);
  const run = params.get('run');
  const show = (id: string) => setParams(now => withChanges(now, { run: id }));
  const create = (
    <Button icon={<Plus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {text('new')}
    </Button>
  );
  return (
    <>
      <div className="mb-2 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle className="min-w-40 flex-1">{title ?? text('title')}</PageTitle>
        {create}
      </div>
      {tabs}
      <p className="mb-4 max-w-[70ch] text-ink-2">{text('note')}</p>
      <KeptReports presets={presets} actions={actions} edit={setEdited} />
      <ReportFiles presets={presets} actions={actions} open={show} first={create} />
      {edited !== null && (
        <LazyPart>
          <ReportDialog
            presets={presets}
            row={edited === 'new' ? null : edited}
            close={() => setEdited(null)}
          />
        </LazyPart>
      )}
      {run !== null && (
        <LazyPart>
          <RunDialog id={run} actions={actions} close={() => show('')} />
        </LazyPart>
      )}
    </>
  );
}
