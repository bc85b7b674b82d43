import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeValidationRule,
  MAX_WORD_CHARS,
  MAX_WORDS,
  RULE_KEYS,
  SEVERITIES,
  validationRulePatch,
  validationRules,
  type RuleKey,
  type ValidationRule,
} from '../../../shared/contract/content/validation.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Field as FormField } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';

/** One rule at a time: whether it is asked, by which limit, and what breaking it means. */
export function RulesDialog({ close }: { close: () => void }) {
  const text = useText('validations');
  const { client } = useAuth();
  const [key, setKey] = useState<RuleKey>('flash');
  const answer = useQuery(read(client, validationRules, {}));
  const rule = answer.data?.items.find(({ id }) => id === key);
  return (
    <Dialog title={text('rules.title')} text={text('rules.text')} close={close}>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={text('rules.choose')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={key}
              onChange={e => setKey(RULE_KEYS.find(one => one === e.target.value) ?? key)}
            >
              {RULE_KEYS.map(one => (
                <option key={one} value={one}>
                  {text(`values.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
        {rule ? <RuleForm key={key} rule={rule} /> : <Skeleton rows={4} />}
      </div>
    </Dialog>
  );
}

const FIELDS: readonly FormField<Record<string, unknown>>[] = [
  { name: 'enabled', input: { as: 'check' } },
  { name: 'severity', input: { as: 'select', options: SEVERITIES } },
];

const WORDS = {
  name: 'words',
  input: { as: 'tags', max: MAX_WORDS, maxLength: MAX_WORD_CHARS, of: 'words' },
  hint: true,
} as const;

function RuleForm({ rule }: { rule: ValidationRule }) {
  const text = useText('validations');
  const write = useWrite();
  const toast = useToast();
  const { id, version, severity, enabled, limit, words } = rule;
  const fields: readonly FormField<Record<string, unknown>>[] = [
    ...FIELDS,
    ...(limit === null ? [] : [{ name: 'limit', input: { as: 'number' }, hint: id === 'licence' } as const]),
    ...(id === 'banned_words' ? [WORDS] : []),
  ];
  async function save(values: Record<string, unknown>) {
    const body = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    const description = text('rules.saved', { rule: text(`values.${id}`) });
    const input = { params: { key: id }, body, version };
    const answer = await write(changeValidationRule, input, { type: 'validation-rules.patch', description });
    if (!isQueued(answer)) toast({ tone: 'ok', title: description });
  }
  return (
    <FormPanel
      resource="validations"
      form={{ schema: validationRulePatch, fields }}
      initial={{ severity, enabled, limit, words }}
      submitLabel={text('rules.save')}
      submit={save}
      draft={`rule ${id}`}
    />
  );
}
