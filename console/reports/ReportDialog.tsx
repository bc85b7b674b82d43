import { useCallback, useState } from 'react';
import { reportDefinitions, type ReportDefinition } from '../../shared/contract/reports/definition.ts';
import { reportRuns } from '../../shared/contract/reports/run.ts';
import type { Preset } from '../../shared/contract/reports/report.ts';
import { isQueued } from '../../shared/net/client.ts';
import { useSave } from '../kit/useSave.ts';
import { FormPanel } from '../kit/screens/form/FormPanel.tsx';
import { useLocale, useZone } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Dialog } from '../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../kit/useWrite.ts';
import { formOf } from './form.ts';
import { definitionOf, isTimed, newValues, specOf, valuesOf, type ReportValues } from './values.ts';

interface ReportDialogProps {
  row: ReportDefinition | null;
  presets: readonly Preset[];
  close: () => void;
}
/** Puts a report together. A new one is made at once, and kept where that was chosen. */
export function ReportDialog({ row, presets, close }: ReportDialogProps) {
  const text = useText('reports');
  const tz = useZone();
  const language = useLocale() === 'zh-CN' ? 'zh' : 'en';
  const toast = useToast();
  const save = useSave();
  const write = useWrite();

  /** What the button does depends on what is chosen beside it. */
  const [schedule, setSchedule] = useState<ReportValues['schedule']>('once');
  const followValues = useCallback(
    (values: object) => setSchedule((values as ReportValues).schedule),
    [setSchedule],
  );
  const makeLabel = schedule === 'once' ? 'actions.make' : 'actions.saveAndMake';

  async function make(values: ReportValues) {
    const { name } = values;
    const kept =
      values.schedule !== 'once'
        ? await write(
            reportDefinitions.create,
            { body: definitionOf(values) },
            { type: 'reports.create', description: name },
          )
        : null;
    /** One that waits for a link is saved later, and made by whoever asks for it then. */
    if (kept !== null && isQueued(kept)) return close;
    await save(client =>
      client.call(reportRuns.create, {
        body: kept
          ? { definition_id: kept.id, name: null, report: null }
          : { definition_id: null, name, report: specOf(values) },
      }),
    );
    return () => {
      toast({ tone: 'ok', title: text(isTimed(values) ? 'done.scheduled' : 'done.queued', { name }) });
      close();
    };
  }
  async function change(values: ReportValues, { id, version }: ReportDefinition) {
    const answer = await write(
      reportDefinitions.patch,
      { params: { id }, body: definitionOf(values), version },
      { type: 'reports.patch', description: values.name },
    );
    return () => {
      if (!isQueued(answer)) toast({ tone: 'ok', title: text('done.saved', { name: values.name }) });
      close();
    };
  }
  return (
    <Dialog title={text(row ? 'edit' : 'new')} close={close} wide>
      <FormPanel
        resource="reports"
        draft={`reports/${row?.id ?? 'new'}`}
        form={formOf({ isNew: row === null, presets })}
        initial={
          row ? valuesOf(row) : newValues({ name: '', tz, language, preset: presets[0] ?? 'statement' })
        }
        submitLabel={text(row ? 'actions.save' : makeLabel)}
        onValues={followValues}
        isNew={row === null}
        submit={values => {
          const whole = values as ReportValues;
          return row ? change(whole, row) : make(whole);
        }}
        cancel={close}
      />
    </Dialog>
  );
}
