import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BODY_MAX, tickets } from '../../../shared/contract/trust/ticket.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';

const FORM = {
  schema: tickets.actionEndpoints.reply.body!,
  fields: [{ name: 'body', input: { as: 'area', max: BODY_MAX } as const }],
};
const EMPTY = { body: '' };
const CANNED = ['thanks', 'restart', 'moreDetails', 'forwarded', 'solved'] as const;

interface WriteMessageProps {
  label: string;
  /** Names the draft, which outlives a reload. */
  draft: string;
  hasCannedAnswers?: boolean;
  send: (body: string) => Promise<unknown>;
}
/** A message, and for the desk a choice of answers to begin with. */
export function WriteMessage({ label, draft, hasCannedAnswers = false, send }: WriteMessageProps) {
  const { t } = useTranslation('ticketThread');
  const [fill, setFill] = useState<FieldValues>();
  const [sent, setSent] = useState(0);
  return (
    <>
      {hasCannedAnswers && (
        <div className="mb-5 max-w-[640px]">
          <Field label={t('canned.label')}>
            {aria => (
              <select
                {...aria}
                className="control"
                value=""
                onChange={event => {
                  const name = CANNED.find(one => one === event.target.value);
                  if (name) setFill({ body: t(`canned.${name}.text`) });
                }}
              >
                <option value="">{t('canned.choose')}</option>
                {CANNED.map(name => (
                  <option key={name} value={name}>
                    {t(`canned.${name}.title`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <FormPanel
        key={`${draft} ${sent}`}
        resource="ticketThread"
        form={FORM}
        initial={EMPTY}
        submitLabel={label}
        draft={draft}
        fill={fill}
        submit={async ({ body }) => {
          await send(String(body));
          return () => {
            setFill(undefined);
            setSent(n => n + 1);
          };
        }}
      />
    </>
  );
}
