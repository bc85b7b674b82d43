/** A partner's file is chosen, its columns are named, and it is compared. */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  COUNTED_IN,
  KEYED_BY,
  reconciliationCreate,
  reconciliations,
} from '../../../shared/contract/reports/reconciliation.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { csvRows } from '../../../shared/web/csvRows.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useZone } from '../../kit/text/useFormat.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { partnerRelation } from '../relations.ts';
import { FileField, type PickedFile } from './FileField.tsx';
import { guessColumns } from './guessColumns.ts';

const { csv: _csv, file_name: _name, ...ASKED } = reconciliationCreate.shape;
const SCHEMA = z.strictObject(ASKED);
const NS = 'reconciliations';

export function ReconcileDialog({ close }: { close: () => void }) {
  const text = useText(NS);
  const [file, setFile] = useState<PickedFile | null>(null);
  return (
    <Dialog title={text('new.title')} text={text('new.text')} close={close}>
      <div className="mb-4">
        <FileField label={text('new.file')} pick={setFile} />
      </div>
      {file && <Columns key={file.csv} file={file} close={close} />}
    </Dialog>
  );
}

function Columns({ file, close }: { file: PickedFile; close: () => void }) {
  const text = useText(NS);
  const save = useSave();
  const toast = useToast();
  const tz = useZone();
  const user = useCurrentUser();
  const [heads = []] = csvRows(file.csv);
  const guessed = guessColumns(heads);
  return (
    <>
      <p className="mb-4 text-13 text-ink-2">{text('new.heads', { heads: heads.join(', ') })}</p>
      <FormPanel
        resource={NS}
        draft={`${NS}/new`}
        form={{
          schema: SCHEMA,
          fields: [
            { name: 'partner_id', input: { as: 'pick', of: partnerRelation } },
            { name: 'first_day', input: { as: 'date' } },
            { name: 'last_day', input: { as: 'date', notBefore: 'first_day' } },
            { name: 'tz', input: { as: 'code', of: 'zone' }, hint: true },
            { name: 'day_column', input: { as: 'text' } },
            { name: 'key_column', input: { as: 'text' } },
            { name: 'keyed_by', input: { as: 'select', options: KEYED_BY } },
            { name: 'count_column', input: { as: 'text' } },
            { name: 'counted_in', input: { as: 'select', options: COUNTED_IN } },
            { name: 'revenue_column', input: { as: 'text' } },
            { name: 'currency_column', input: { as: 'text', nullable: true }, hint: true },
            { name: 'file_currency', input: { as: 'code', of: 'currency', nullable: true } },
            { name: 'tolerance_pct', input: { as: 'percent', scale: 'percent' }, hint: true },
          ],
        }}
        isNew
        initial={{
          ...guessed,
          ...{ tz, keyed_by: KEYED_BY[0], counted_in: COUNTED_IN[0], tolerance_pct: 1 },
          file_currency: guessed.currency_column === null ? user.currency : null,
        }}
        submitLabel={text('actions.create')}
        submit={async values => {
          const body = { ...values, ...file } as BodyInput<typeof reconciliations.create>;
          const made = await save(client => client.call(reconciliations.create, { body }));
          toast({ tone: 'ok', title: text('new.done', { name: made.partner_name }) });
          return close;
        }}
        cancel={close}
      />
    </>
  );
}
