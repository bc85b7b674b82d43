import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  REASON_CHARS,
  REASON_CODES,
  submissions,
  type Submission,
} from '../../../../shared/contract/content/submission.ts';
import { text as textSchema } from '../../../../shared/contract/wire/wire.ts';
import type { DialogProps } from '../../../kit/resource/defineResource.ts';
import { FormPanel } from '../../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../../kit/text/useText.ts';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { useDecide, type Verb as AnyVerb } from './useDecide.ts';

type Verb = Exclude<AnyVerb, 'approve'>;
type ReasonCode = (typeof REASON_CODES)[number];
const endpointOf = (verb: Verb) => submissions.actionEndpoints[verb];

/** The same object each time: another one would be put into the form. */
const INITIAL = { reason: '' };
const NO_APPROVAL_REASON = { approval_reason: '' };

/** A sentence that nobody has touched gives way to the next one; the reviewer's own words stay, and it comes after them. */
export function withSentence(words: string, { before, next }: { before: string; next: string }): string {
  const own = before !== '' && words.endsWith(before) ? words.slice(0, -before.length).trimEnd() : words;
  if (next === '' || own.includes(next)) return own;
  return own.trim() === '' ? next : `${own.trimEnd()}\n\n${next}`;
}

/** A decision against it needs a reason: the type of problem that the reviewer names brings a sentence he may change. */
function ReasonDialog({ row, close, verb }: DialogProps<Submission> & { verb: Verb }) {
  const text = useText('submissions');
  const send = useDecide(row, verb);
  const [code, setCode] = useState<ReasonCode | null>(null);
  const [fill, setFill] = useState<{ reason: string }>({ reason: '' });
  const words = useRef('');
  const noteWords = useCallback((values: Record<string, unknown>) => {
    words.current = String(values['reason']);
  }, []);
  const cannedOf = (one: ReasonCode | null) => (one === null || one === 'other' ? '' : text(`canned.${one}`));
  function choose(next: ReasonCode | null) {
    setFill({ reason: withSentence(words.current, { before: cannedOf(code), next: cannedOf(next) }) });
    setCode(next);
  }
  const names = { name: row.name };
  const schema = z.pick(endpointOf(verb).body!, { reason: true });
  async function decide(reason_code: ReasonCode, reason: string) {
    const goOn = await send({ reason_code, reason });
    return () => {
      close();
      goOn();
    };
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
              onChange={e => choose(REASON_CODES.find(one => one === e.target.value) ?? null)}
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
            resource="submissions"
            draft={`submissions/${row.id}/${verb}`}
            form={{ schema, fields: [{ name: 'reason', input: { as: 'area' }, hint: true }] }}
            initial={INITIAL}
            fill={fill}
            onValues={noteWords}
            submitLabel={text(`actions.${verb}`)}
            submit={values => decide(code, String(values['reason']))}
            cancel={close}
          />
        )}
      </div>
    </Dialog>
  );
}

const APPROVAL = z.object({ approval_reason: textSchema(0, REASON_CHARS) });
/** An approval needs no reason. */
export function ApproveDialog({ row, close }: DialogProps<Submission>) {
  const text = useText('submissions');
  const send = useDecide(row, 'approve');
  const names = { name: row.name };
  return (
    <Dialog title={text('ask.approve.title', names)} text={text('ask.approve.text')} close={close}>
      <FormPanel
        resource="submissions"
        draft={`submissions/${row.id}/approve`}
        form={{ schema: APPROVAL, fields: [{ name: 'approval_reason', input: { as: 'area' } }] }}
        initial={NO_APPROVAL_REASON}
        submitLabel={text('actions.approve')}
        submit={async values => {
          const goOn = await send({ reason: String(values['approval_reason']) });
          return () => {
            close();
            goOn();
          };
        }}
        cancel={close}
      />
    </Dialog>
  );
}

export const RejectDialog = (props: DialogProps<Submission>) => <ReasonDialog {...props} verb="reject" />;
export const ChangesDialog = (props: DialogProps<Submission>) => (
  <ReasonDialog {...props} verb="request-changes" />
);
