import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { REASON_CODES, submissions, type Submission } from '../../../shared/contract/content/submission.ts';
import { isQueued } from '../../../shared/net/client.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';

type Verb = 'reject' | 'request-changes';
type ReasonCode = (typeof REASON_CODES)[number];
const endpointOf = (verb: Verb) => submissions.actionEndpoints[verb];

/** The same object each time: another one would be put into the form. */
const INITIAL = { reason: '' };

/** A sentence that nobody has touched gives way to the next one; the reviewer's own words stay, and it comes after them. */
export function withSentence(words: string, { before, next }: { before: string; next: string }): string {
  const own = before !== '' && words.endsWith(before) ? words.slice(0, -before.length).trimEnd() : words;
  if (next === '' || own.includes(next)) return own;
  return own.trim() === '' ? next : `${own.trimEnd()}\n\n${next}`;
}

/** A decision against it needs a reason: the type of problem that the reviewer names brings a sentence he may change. */
function ReasonDialog({ row, close, verb }: DialogProps<Submission> & { verb: Verb }) {
  const text = useText('submissions');
  const write = useWrite();
  const toast = useToast();
  const refetchOnConflict = useRefetchOnConflict();
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
    const input = { params: { id: row.id }, body: { reason_code, reason }, version: row.version };
    const description = `${text(`actions.${verb}`)}: ${row.name}`;
    const endpoint = endpointOf(verb);
    const answer = await refetchOnConflict(
      endpoint,
      write(endpoint, input, { type: `submissions.${verb}`, description }),
    );
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

export const RejectDialog = (props: DialogProps<Submission>) => <ReasonDialog {...props} verb="reject" />;
export const ChangesDialog = (props: DialogProps<Submission>) => (
  <ReasonDialog {...props} verb="request-changes" />
);
