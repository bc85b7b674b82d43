import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { firstMessage } from '../../fields/inputs/problem.ts';
import type { Field } from '../../resource/form.ts';
import { useFieldText } from '../../text/fieldText.ts';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import { Notice } from '../../ui/display/Notice.tsx';

interface ProblemListProps {
  resource: string;
  fields: readonly Pick<Field<Record<string, unknown>>, 'name' | 'input'>[];
  form: UseFormReturn<FieldValues>;
  /** Turns to the step that has the field. */
  show: (name: string) => void;
  /** Called once nothing is wrong any more: a field that goes wrong after that is seen beside itself. */
  close: () => void;
}

/** What is wrong in a long form, on top of it: each line leads to its field, and goes once that is right. */
export function ProblemList({ resource, fields, form, show, close }: ProblemListProps) {
  const { t } = useTranslation('screens');
  const text = useText(resource);
  const fieldText = useFieldText();
  const format = useFormat();
  const { errors } = useFormState({ control: form.control });
  const wrong = fields.filter(({ name }) => errors[name] !== undefined);
  const isRight = wrong.length === 0;
  useEffect(() => {
    if (isRight) close();
  }, [isRight, close]);
  if (isRight) return null;
  const counted = { count: wrong.length, shown: format.number(wrong.length) };

  /** A field of another step is there only after the step was turned to. */
  function goTo(name: string) {
    flushSync(() => show(name));
    form.setFocus(name);
  }
  return (
    <Notice tone="danger">
      <p role="alert" className="font-semibold">
        {t('wrongFields', counted)}
      </p>
      <ul className="mt-1">
        {wrong.map(({ name, input }) => (
          <li key={name}>
            <button type="button" className="min-h-12 text-left hover:underline" onClick={() => goTo(name)}>
              <span className="font-semibold underline">{text(`fields.${name}`)}</span>{' '}
              {fieldText(firstMessage(errors[name]), input)}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
