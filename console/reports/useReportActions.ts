import { useState } from 'react';
import { reportDefinitions, type ReportDefinition } from '../../shared/contract/reports/definition.ts';
import { downloadRun, reportRuns, type ReportRun } from '../../shared/contract/reports/run.ts';
import { isQueued } from '../../shared/net/client.ts';
import { useAuth } from '../app/session/auth.tsx';
import { downloadFile } from '../kit/export/files.ts';
import { useSave } from '../kit/useSave.ts';
import { useProblemText } from '../kit/text/problemText.ts';
import { useText } from '../kit/text/useText.ts';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../kit/useWrite.ts';

const NAME = /filename\*=UTF-8''([^;]+)/;

/** What is done to a report or a run of one; one at a time, whose id is `busy`. A refusal is shown as a toast. */
export function useReportActions() {
  const { client } = useAuth();
  const text = useText('reports');
  const problemText = useProblemText();
  const toast = useToast();
  const save = useSave();
  const write = useWrite();
  const [busy, setBusy] = useState<string | null>(null);

  const during = async (id: string, work: () => Promise<string | null>) => {
    setBusy(id);
    try {
      const done = await work();
      if (done !== null) toast({ tone: 'ok', title: done });
    } catch (error) {
      toast({ tone: 'danger', title: problemText(error) });
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    download: (run: ReportRun) =>
      during(run.id, async () => {
        const answer = await client.call(downloadRun, { params: { id: run.id } });
        const [, name] = NAME.exec(answer.headers.get('content-disposition') ?? '') ?? [];
        downloadFile(await answer.blob(), name ? decodeURIComponent(name) : `${run.name}.${run.format}`);
        return null;
      }),
    cancel: (run: ReportRun) =>
      during(run.id, async () => {
        await save(c => c.call(reportRuns.actionEndpoints.cancel, { params: { id: run.id }, body: {} }));
        return text('done.cancelled', { name: run.name });
      }),
    make: (row: ReportDefinition) =>
      during(row.id, async () => {
        await save(c =>
          c.call(reportRuns.create, { body: { definition_id: row.id, name: null, report: null } }),
        );
        return text('done.queued', { name: row.name });
      }),
    act: (row: ReportDefinition, verb: 'pause' | 'resume') =>
      during(row.id, async () => {
        await write(
          reportDefinitions.actionEndpoints[verb],
          { params: { id: row.id }, body: {} },
          { type: `reports.${verb}`, description: row.name },
        );
        return null;
      }),
    remove: (row: ReportDefinition) =>
      during(row.id, async () => {
        const answer = await write(
          reportDefinitions.remove,
          { params: { id: row.id }, version: row.version },
          { type: 'reports.delete', description: row.name },
        );
        return isQueued(answer) ? null : text('done.deleted', { name: row.name });
      }),
  };
}
export type ReportActions = ReturnType<typeof useReportActions>;
