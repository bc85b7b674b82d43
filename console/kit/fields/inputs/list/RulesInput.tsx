import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/controls/Button.tsx';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Group } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { replaced } from './order.ts';
import { RuleRow } from './RuleRow.tsx';
import { MAX_RULES, ruleProblem, startRule, type Rule } from './rules.ts';
import { useMoves } from './useMoves.ts';

/** Rules that all hold: a field, a comparison and a value of a small declared vocabulary. */
export function RulesInput(props: WidgetProps<'rules'>) {
  const { input, aria, value, disabled, onChange, resource } = props;
  const { t } = useTranslation('inputs');
  const rules = Array.isArray(value) ? (value as Rule[]) : [];
  const { list, keyOf, add, remove, told } = useMoves<Rule>({ rows: rules, onChange });
  const max = input.max ?? MAX_RULES;
  /** An empty value is not told before the schema was asked. */
  const problem = rules
    .map(rule => ruleProblem(rule, input.vocabulary))
    .find(why => why !== null && (why !== 'ruleValue' || aria['aria-invalid'] === true));
  useRefusal(problem ? t(`refused.${problem}`) : undefined);
  return (
    <Group aria={aria}>
      {rules.length > 1 && <p className="text-13 text-ink-2">{t('rules.all')}</p>}
      <ol ref={list} className="flex flex-col gap-3">
        {rules.map((rule, i) => (
          <RuleRow
            key={keyOf(i)}
            {...{ resource, aria, rule, disabled }}
            n={i + 1}
            name={`${props.name}.${i}`}
            vocabulary={input.vocabulary}
            isWrong={aria['aria-invalid'] === true && ruleProblem(rule, input.vocabulary) !== null}
            onChange={next => onChange(replaced(rules, i, next))}
            onBlur={props.onBlur}
            remove={() => remove(i, t('rules.removed', { n: i + 1 }))}
            fieldRef={i === 0 ? props.ref : undefined}
          />
        ))}
      </ol>
      {!disabled && (
        <Button
          data-add
          variant="outline"
          className="self-start"
          icon={<Plus size={18} aria-hidden />}
          disabled={rules.length >= max}
          onClick={() => add(startRule(input.vocabulary))}
        >
          {t('rules.add')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </Group>
  );
}
