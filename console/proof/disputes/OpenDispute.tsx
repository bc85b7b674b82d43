/** A dispute of what one looks at: the claim alone is typed. */
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { Invoice } from '../../../shared/contract/sales/billing/invoice.ts';
import { DISPUTE_KINDS, disputeCreate, disputes } from '../../../shared/contract/sales/dispute.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import type { Field as FormField } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const { kind, claim, claimed_plays, claimed_minor, contact_email, currency } = disputeCreate.shape;
const SCHEMA = z.strictObject({ kind, claim, claimed_plays, claimed_minor, contact_email, currency });
type Body = BodyInput<typeof disputes.create>;
type Fields = FormField<Record<string, unknown>>[];

interface ClaimProps {
  name: string;
  text: string;
  subject: Partial<Body>;
  /** null: it is typed, because nobody knows yet who paid for it. */
  currency: string | null;
  initial: { claimed_minor: number | null; contact_email: string | null };
  close: () => void;
  children?: React.ReactNode;
}
function Claim({ name, text: said, subject, currency: fixed, initial, close, children }: ClaimProps) {
  const text = useText('disputes');
  const save = useSave();
  const toast = useToast();
  const user = useCurrentUser();
  const fields: Fields = [
    { name: 'kind', input: { as: 'select', options: DISPUTE_KINDS } },
    { name: 'claim', input: { as: 'area' }, hint: true },
    ...(fixed === null ? ([{ name: 'currency', input: { as: 'code', of: 'currency' } }] as Fields) : []),
    {
      name: 'claimed_minor',
      input: { as: 'money', currency: fixed ?? { field: 'currency' }, nullable: true },
      hint: true,
    },
    { name: 'contact_email', input: { as: 'text', type: 'email', nullable: true }, hint: true },
  ];
  return (
    <Dialog title={text('open.title', { name })} text={said} close={close}>
      {children}
      <FormPanel
        resource="disputes"
        draft={`disputes/new ${JSON.stringify(subject)}`}
        form={{ schema: SCHEMA, fields }}
        isNew
        initial={{
          ...{ kind: DISPUTE_KINDS[0], claim: '', currency: fixed ?? user.currency ?? undefined, ...initial },
        }}
        submitLabel={text('actions.create')}
        submit={async values => {
          const body = { ...values, ...subject } as Body;
          await save(client => client.call(disputes.create, { body }));
          toast({ tone: 'ok', title: text('open.done', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}

export function DisputePlay({ row, close }: DialogProps<Play>) {
  const text = useText('disputes');
  return (
    <Claim
      name={row.creative_name}
      text={text('open.play')}
      subject={{ play_id: row.id, claimed_plays: 1 }}
      currency={null}
      initial={{ claimed_minor: null, contact_email: null }}
      close={close}
    />
  );
}

/** All of it or one of its lines. */
export function DisputeInvoice({ row, close }: DialogProps<Invoice>) {
  const text = useText('disputes');
  const format = useFormat();
  const lines = row.lines.filter(line => line.net_minor > 0);
  const [line_id, setLine] = useState('');
  const line = lines.find(one => one.id === line_id);
  /** What rests on plays is claimed by them, unless an amount is typed. */
  const restsOnPlays = (line ? [line] : lines).some(({ price_micros }) => price_micros !== null);
  return (
    <Claim
      key={line_id}
      name={[row.number, row.customer_name].filter(Boolean).join(' ')}
      text={text('open.invoice')}
      subject={{ invoice_id: row.id, line_id: line?.id ?? null }}
      currency={row.currency}
      initial={{
        claimed_minor: restsOnPlays ? null : (line?.net_minor ?? row.subtotal_minor),
        contact_email: row.customer_email,
      }}
      close={close}
    >
      <div className="mb-4">
        <Field label={text('fields.line_id')}>
          {aria => (
            <select
              {...aria}
              value={line_id}
              onChange={event => setLine(event.target.value)}
              className="min-h-12 w-full rounded border border-control bg-surface px-3"
            >
              <option value="">{text('open.allLines')}</option>
              {lines.map(one => (
                <option key={one.id} value={one.id}>
                  {one.text} | {format.money(one.net_minor, row.currency)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </Claim>
  );
}
