import { X } from 'lucide-react';
import { useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../text/useText.ts';
import { IconButton } from '../../../ui/controls/Button.tsx';
import type { FieldAria } from '../../../ui/controls/Field.tsx';
import {
  ruleValue,
  withField,
  type Operator,
  type Rule,
  type RuleField,
  type RuleVocabulary,
} from './rules.ts';

interface RuleRowProps {
  resource: string;
  aria: FieldAria;
  name: string;
  rule: Rule;
  n: number;
  vocabulary: RuleVocabulary;
  disabled: boolean;
  isWrong: boolean;
  onChange: (rule: Rule) => void;
  onBlur: () => void;
  remove: () => void;
  fieldRef: RefCallBack | undefined;
}

export function RuleRow(props: RuleRowProps) {
  const { resource, name, rule, n, vocabulary, disabled, onChange, onBlur, remove, fieldRef } = props;
  const { t } = useTranslation('inputs');
  const text = useText(resource);
  const field = vocabulary[rule.field];
  const common = { disabled, onBlur };
  return (
    <li aria-label={t('rules.rule', { n })} className="flex items-start gap-2">
      <div className="grid flex-1 gap-2 sm:grid-cols-3">
        <select
          {...common}
          ref={fieldRef}
          name={`${name}.field`}
          className="control"
          aria-label={t('rules.field', { n })}
          value={rule.field}
          onChange={event => onChange(withField(rule, vocabulary, event.target.value))}
        >
          {/* A field the vocabulary lost stays to be seen, and is refused. */}
          {!field && <option value={rule.field}>{rule.field}</option>}
          {Object.keys(vocabulary).map(key => (
            <option key={key} value={key}>
              {text(`fields.${key}`)}
            </option>
          ))}
        </select>
        <select
          {...common}
          name={`${name}.operator`}
          className="control"
          aria-label={t('rules.operator', { n })}
          value={rule.operator}
          onChange={event => onChange({ ...rule, operator: event.target.value as Operator })}
        >
          {(field?.operators ?? [rule.operator]).map(operator => (
            <option key={operator} value={operator}>
              {t(`operators.${operator}`)}
            </option>
          ))}
        </select>
        {field && <RuleValue {...props} field={field} />}
      </div>
      {!disabled && (
        <IconButton data-remove label={t('rules.remove', { n })} onClick={remove}>
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

/** A word to choose, or text; a number stays as it is typed for as long as it means the value. */
function RuleValue({
  resource,
  name,
  rule,
  n,
  field,
  disabled,
  isWrong,
  onChange,
  onBlur,
}: RuleRowProps & { field: RuleField }) {
  const { t } = useTranslation('inputs');
  const text = useText(resource);
  const [typed, setTyped] = useState(String(rule.value));
  const common = {
    name: `${name}.value`,
    disabled,
    onBlur,
    'aria-label': t('rules.value', { n }),
    'aria-invalid': isWrong || undefined,
    className: 'control',
  };
  if (field.value.as === 'select')
    return (
      <select
        {...common}
        value={rule.value}
        onChange={event => onChange({ ...rule, value: event.target.value })}
      >
        {field.value.options.map(option => (
          <option key={option} value={option}>
            {text(`values.${option}`)}
          </option>
        ))}
      </select>
    );
  const unit = field.value.as === 'number' ? field.value.unit : undefined;
  return (
    <span className="relative">
      <input
        {...common}
        autoComplete="off"
        inputMode={field.value.as === 'number' ? 'decimal' : 'text'}
        className={`control ${unit ? 'pr-14!' : ''}`}
        value={Object.is(ruleValue(typed, field), rule.value) ? typed : String(rule.value)}
        onChange={event => {
          setTyped(event.target.value);
          onChange({ ...rule, value: ruleValue(event.target.value, field) });
        }}
      />
      {unit && (
        <span aria-hidden="true" className="absolute inset-y-0 right-3 flex items-center text-ink-2">
          {unit}
        </span>
      )}
    </span>
  );
}
