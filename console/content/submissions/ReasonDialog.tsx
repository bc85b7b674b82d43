import { useState } from 'react';
import * as z from 'zod/mini';
import { REASON_CODES, submissions, type Submission } from '../../../shared/contract/content/submission.ts';
import { isQueued } from '../../../shared/net/client.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';

type Verb = 'reject' | 'request-changes';
type ReasonCode = (typeof REASON_CODES)[number];
const endpointOf = (verb: Verb) => submissions.actionEndpoints[verb];

/** A decision against it needs a reason: the type of problem that the reviewer names brings a sentence he may change. */
function ReasonDialog({ row, close, verb }: DialogProps<Submission> & { verb: Verb }) {
  const text = useText('submissions');
  const write = useWrite();
  const toast = useToast();
  const [code, setCode] = useState<ReasonCode | null>(null);
  const names = { name: row.name };
  const schema = z.pick(endpointOf(verb).body!, { reason: true });
  async function decide(reason_code: ReasonCode, reason: string) {
    const input = { params: { id: row.id }, body: { reason_code, reason } };
    const description = `${text(`actions.${verb}`)}: ${row.name}`;
    const answer = await write(endpointOf(verb), input, { type: `submissions.${verb}`, description });
    if (!isQueued(answer)) toast({ tone: 'ok', title: text(`done.${verb}`, names) });
    return close;
  }
  return (
    <Dialog title={text(`ask.${verb}.title`, names)} text={text(`ask.${verb}.text`)} close={close}>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={text('fields.reason_code')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={code ?? ''}
              onChange={e => setCode(REASON_CODES.find(one => one === e.target.value) ?? null)}
            >
              <option value="">{text('chooseReason')}</option>
              {REASON_CODES.map(one => (
                <option key={one} value={one}>
                  {text(`values.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {code !== null && (
          <FormPanel
            key={code}
            resource="submissions"
            form={{ schema, fields: [{ name: 'reason', input: { as: 'area' }, hint: true }] }}
            initial={{ reason: code === 'other' ? '' : text(`canned.${code}`) }}
            submitLabel={text(`actions.${verb}`)}
            submit={values => decide(code, String(values['reason']))}
            cancel={close}
          />
        )}
      </div>
    </Dialog>
  );
}

export const RejectDialog = (props: DialogProps<Submission>) => <ReasonDialog {...props} verb="reject" />;
export const ChangesDialog = (props: DialogProps<Submission>) => (
  <ReasonDialog {...props} verb="request-changes" />
);
