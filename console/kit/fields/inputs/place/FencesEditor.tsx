import clsx from 'clsx';
import { Plus, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fence } from '../../../../../shared/contract/playout/fence.ts';
import { TOOLS, type MapPoint, type Tool } from '../../../map/mapProps.ts';
import { MapView } from '../../../map/MapView.tsx';
import { useFormat } from '../../../text/useFormat.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Group } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { FenceForm } from './FenceForm.tsx';
import { blankFence, fenceProblem, numberOfShape } from './fences.ts';
import { useUndo } from './useUndo.ts';

const NONE: readonly Fence[] = [];
const NO_POINTS: readonly MapPoint[] = [];
const useNoPoints = () => NO_POINTS;

/** Areas drawn on a map, and the same areas in numbers below it: either changes the one value. */
export function FencesEditor({ input, aria, value, disabled, onChange, onBlur }: WidgetProps<'fences'>) {
  const { t } = useTranslation(['map', 'inputs']);
  const format = useFormat();
  const tools = input.tools ?? TOOLS;
  /** Of one field it is always the same. */
  const usePoints = input.usePoints ?? useNoPoints;
  const points = usePoints();
  const fences = Array.isArray(value) ? (value as readonly Fence[]) : NONE;
  const { change, undo, canUndo } = useUndo(fences, onChange);
  const [tool, setTool] = useState<Tool | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isDrawable, setDrawable] = useState(false);
  const [told, setTold] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  const nameOf = (all: readonly Fence[], at: number) =>
    t(`shapes.name.${all[at]!.shape}`, { n: format.number(numberOfShape(all, at)) });
  const isFull = input.max !== undefined && fences.length >= input.max;
  const problem = fences.map(fenceProblem).find(one => one !== null);
  useRefusal(
    problem
      ? t(`shapes.refused.${problem.why}`, {
          n: format.number(problem.values.n ?? 0),
          min: format.number(problem.values.min ?? 0),
          max: format.number(problem.values.max ?? 0),
        })
      : undefined,
  );
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus();
  }, [fences.length]);

  const put = (fence: Fence, at: number | null) => {
    const next = at === null ? [...fences, fence] : fences.map((one, i) => (i === at ? fence : one));
    change(next);
    setChosen(at ?? fences.length);
    if (at !== null) return;
    setTool(null);
    setTold(t('shapes.added', { name: nameOf(next, fences.length) }));
  };
  const remove = (at: number) => {
    setTold(t('shapes.removed', { name: nameOf(fences, at) }));
    setChosen(null);
    change(fences.filter((_, i) => i !== at));
    list.current?.closest<HTMLElement>('[role=group]')?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const takeBack = () => {
    undo();
    setChosen(null);
    setTold(t('shapes.undone'));
  };
  const isDrawing = isDrawable && !disabled;
  const drawing = { tool: isFull ? null : tool, onDrawn: put, onChoose: setChosen };
  return (
    <Group aria={aria}>
      {isDrawing && (
        <div className="flex flex-wrap items-center gap-2">
          <Segmented<Tool | 'select'>
            label={t('shapes.tools')}
            value={tool ?? 'select'}
            options={(['select', ...tools] as const).map(one => ({ value: one, label: t(`shapes.${one}`) }))}
            onChange={next => setTool(next === 'select' ? null : next)}
          />
          <p className="text-13 text-ink-2">{t(`shapes.how.${tool ?? 'select'}`)}</p>
        </div>
      )}
      <MapView
        label={t('shapes.map')}
        fences={fences}
        points={points}
        chosen={chosen}
        onDrawable={setDrawable}
        drawing={isDrawing ? drawing : undefined}
      />
      {!isDrawing && !disabled && <p className="text-13 text-ink-2">{t('shapes.noDrawing')}</p>}
      {!disabled && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-13 text-ink-2" id={`${aria.id}-type`}>
            {t('shapes.type')}
          </span>
          <span role="group" aria-labelledby={`${aria.id}-type`} className="flex flex-wrap gap-2">
            {tools.map((shape, i) => (
              <Button
                key={shape}
                variant="outline"
                disabled={isFull}
                icon={<Plus size={18} aria-hidden />}
                {...(i === 0 && { 'data-add': true })}
                onClick={() => {
                  isAdded.current = true;
                  put(blankFence(shape), null);
                }}
              >
                {t(`shapes.${shape}`)}
              </Button>
            ))}
          </span>
          <Button
            variant="quiet"
            disabled={!canUndo}
            icon={<Undo2 size={18} aria-hidden />}
            onClick={takeBack}
          >
            {t('shapes.undo')}
          </Button>
        </div>
      )}
      {isFull && !disabled && <p className="text-13 text-ink-3">{t('inputs:full', { n: input.max })}</p>}
      <ol ref={list} className="grid gap-3 lg:grid-cols-2">
        {fences.map((fence, i) => (
          <li
            key={i}
            aria-label={nameOf(fences, i)}
            onFocus={() => setChosen(i)}
            className={clsx('border bg-surface', i === chosen ? 'border-primary' : 'border-line')}
          >
            <div className="flex min-h-12 items-center border-b border-line pl-4">
              <span className="flex-1 font-semibold">{nameOf(fences, i)}</span>
              {!disabled && (
                <IconButton label={t('shapes.remove', { name: nameOf(fences, i) })} onClick={() => remove(i)}>
                  <X size={18} aria-hidden />
                </IconButton>
              )}
            </div>
            <div className="flex flex-col gap-3 p-4">
              <FenceForm
                id={`${aria.id}-${i}`}
                fence={fence}
                name={nameOf(fences, i)}
                disabled={disabled}
                onChange={next => change(fences.map((one, at) => (at === i ? next : one)))}
                onBlur={onBlur}
              />
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
    </Group>
  );
}
