import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useContext, useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { blankValue } from '../../../resource/form.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Group } from '../Group.tsx';
import { hasMessage } from '../problem.ts';
import type { WidgetProps } from '../props.ts';
import { SiblingsContext } from '../siblings.ts';
import { replaced } from './order.ts';
import { RowForm } from './RowForm.tsx';
import { useMoves } from './useMoves.ts';

type RowValues = Readonly<Record<string, unknown>>;
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Small forms in an order, changed by buttons or by Alt and the arrows. */
export function RowsInput(props: WidgetProps<'rows'>) {
  const { input, aria, value, disabled, onChange } = props;
  const { t } = useTranslation('inputs');
  const one = t(`rows.one.${input.of}`);
  const rows = Array.isArray(value) ? (value as RowValues[]) : [];
  const { list, keyOf, move, add, remove, told } = useMoves<RowValues>({ rows, onChange });
  const problems = Array.isArray(props.problem) ? (props.problem as unknown[]) : [];
  /** What is wrong within a row stands there; beneath all of them it would seem to be about the list. */
  const wrong = problems.findIndex(problem => problem !== undefined && !hasMessage(problem));
  useRefusal(wrong < 0 || hasMessage(props.problem) ? undefined : t('rows.wrong', { one, n: wrong + 1 }));
  const { min = 0, max } = input;
  const isFull = max !== undefined && rows.length >= max;
  const step = (i: number, by: number) =>
    move(i, i + by, t('rows.moved', { one, n: i + by + 1, of: rows.length }));

  function press(event: KeyboardEvent, i: number) {
    const by = STEPS[event.key];
    if (!event.altKey || by === undefined || disabled) return;
    event.preventDefault();
    step(i, by);
  }
  return (
    <Group aria={aria}>
      <ol ref={list} className="flex flex-col gap-3">
        {rows.map((row, i) => (
          <li
            key={keyOf(i)}
            aria-label={sentence(t('rows.row', { one, n: i + 1 }))}
            onKeyDown={event => press(event, i)}
            className="border border-line bg-surface"
          >
            <div className="flex min-h-12 items-center border-b border-line pl-4">
              <span className="flex-1 font-semibold">{sentence(t('rows.row', { one, n: i + 1 }))}</span>
              {!disabled && (
                <>
                  <Step label={t('rows.up', { one, n: i + 1 })} isEnd={i === 0} run={() => step(i, -1)}>
                    <ArrowUp size={18} aria-hidden />
                  </Step>
                  <Step
                    label={t('rows.down', { one, n: i + 1 })}
                    isEnd={i === rows.length - 1}
                    run={() => step(i, 1)}
                  >
                    <ArrowDown size={18} aria-hidden />
                  </Step>
                  <IconButton
                    data-remove
                    label={t('rows.remove', { one, n: i + 1 })}
                    disabled={rows.length <= min}
                    onClick={() => remove(i, sentence(t('rows.removed', { one, n: i + 1 })))}
                  >
                    <X size={18} aria-hidden />
                  </IconButton>
                </>
              )}
            </div>
            <RowSiblings row={row}>
              <RowForm
                {...props}
                row={row}
                problem={problems[i]}
                prefix={`${props.name}.${i}`}
                isFirst={i === 0}
                onChange={next => onChange(replaced(rows, i, next))}
              />
            </RowSiblings>
          </li>
        ))}
      </ol>
      {!disabled && (
        <Button
          data-add
          variant="outline"
          className="self-start"
          icon={<Plus size={18} aria-hidden />}
          disabled={isFull}
          onClick={() =>
            add({
              ...Object.fromEntries(input.fields.map(field => [field.name, blankValue(field)])),
              ...input.blank,
            })
          }
        >
          {t('rows.add', { one })}
        </Button>
      )}
      {isFull && !disabled && <p className="text-13 text-ink-3">{t('full', { n: max })}</p>}
      <p role="status" className="sr-only">
        {told}
      </p>
    </Group>
  );
}

/** At an end it stays where the focus may rest, and does nothing. */
const Step = ({
  label,
  isEnd,
  run,
  children,
}: {
  label: string;
  isEnd: boolean;
  run: () => void;
  children: React.ReactNode;
}) => (
  <IconButton label={label} aria-disabled={isEnd} className={isEnd ? 'opacity-40' : ''} onClick={run}>
    {children}
  </IconButton>
);

/** A field of the same row is nearer than one of the form. */
function RowSiblings({ row, children }: { row: RowValues; children: React.ReactNode }) {
  const form = useContext(SiblingsContext);
  const near = useMemo(
    () => ({ ...form, read: (name: string) => (name in row ? row[name] : form.read(name)) }),
    [form, row],
  );
  return <SiblingsContext value={near}>{children}</SiblingsContext>;
}
