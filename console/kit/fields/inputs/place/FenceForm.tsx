import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coordinates, Fence } from '../../../../../shared/contract/playout/fence.ts';
import { useFormat } from '../../../text/useFormat.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { partAria } from '../Group.tsx';
import { TypedInput } from '../TypedInput.tsx';
import { LEAST_POINTS, placesOf, placesProblem, RADIUS, textOf, WIDTH } from './fences.ts';
import { numberOf, PlaceFields } from './PlaceFields.tsx';
import { pointProblem } from './point.ts';

interface FenceFormProps {
  id: string;
  fence: Fence;
  /** As the list calls it. */
  name: string;
  disabled: boolean;
  onChange: (fence: Fence) => void;
  onBlur: () => void;
}
const ariaOf = (id: string) => ({ id, 'aria-invalid': undefined, 'aria-describedby': undefined });
const WRONG = { lat: 'lat', lng: 'lng', radius: 'radius_m' } as const;

/** An area in numbers: all of it that a hand can draw, and the holes it cannot. */
export function FenceForm(props: FenceFormProps) {
  const { id, fence, name, disabled, onChange, onBlur } = props;
  const { t } = useTranslation('map');
  if (fence.shape === 'circle') {
    const isWhole = [fence.lat, fence.lng, fence.radius_m].every(part => typeof part === 'number');
    const problem = isWhole ? pointProblem(fence, RADIUS) : null;
    return (
      <PlaceFields
        aria={ariaOf(id)}
        name={id}
        point={fence}
        wrong={problem && WRONG[problem]}
        disabled={disabled}
        onChange={point => onChange({ ...fence, ...point })}
        onBlur={onBlur}
      />
    );
  }
  if (fence.shape === 'corridor')
    return (
      <>
        <label htmlFor={`${id}-width`} className="flex flex-col gap-1 text-13 text-ink-2">
          {t('shapes.width_m')}
          <TypedInput<number>
            aria={{
              ...partAria(ariaOf(id), 'width'),
              'aria-invalid': fence.width_m < WIDTH.min || fence.width_m > WIDTH.max || undefined,
            }}
            name={`${id}.width_m`}
            value={fence.width_m}
            disabled={disabled}
            onChange={width => onChange({ ...fence, width_m: width as number })}
            onBlur={onBlur}
            kind="number"
            inputMode="decimal"
            blank={undefined}
            parse={numberOf}
            write={String}
          />
        </label>
        <PlacesArea
          {...props}
          id={`${id}-path`}
          label={t('shapes.path')}
          least={LEAST_POINTS.path}
          places={fence.path}
          change={path => onChange({ ...fence, path })}
        />
      </>
    );
  const change = (at: number, ring: Coordinates[] | null) =>
    onChange({ ...fence, rings: fence.rings.flatMap((one, i) => (i !== at ? [one] : ring ? [ring] : [])) });
  return (
    <>
      {fence.rings.map((ring, i) => (
        <div key={i} className="flex items-start gap-2">
          <PlacesArea
            {...props}
            id={`${id}-ring-${i}`}
            label={i === 0 ? t('shapes.outline') : t('shapes.hole', { n: i })}
            least={LEAST_POINTS.outline}
            places={ring}
            change={next => change(i, next)}
          />
          {i > 0 && !disabled && (
            <IconButton label={t('shapes.removeHole', { n: i, name })} onClick={() => change(i, null)}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          variant="quiet"
          className="self-start"
          icon={<Plus size={18} aria-hidden />}
          onClick={() => onChange({ ...fence, rings: [...fence.rings, []] })}
        >
          {t('shapes.addHole')}
        </Button>
      )}
    </>
  );
}

interface PlacesAreaProps extends Pick<FenceFormProps, 'id' | 'disabled' | 'onBlur'> {
  label: string;
  least: number;
  places: readonly Coordinates[];
  change: (places: Coordinates[]) => void;
}
/** What is typed stays as it is for as long as it means the value. */
function PlacesArea({ id, label, least, places, disabled, change, onBlur }: PlacesAreaProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const isKept = typed !== null && JSON.stringify(placesOf(typed)) === JSON.stringify(places);
  const problem = placesProblem(places, least);
  const isShownWrong = problem !== null && places.length > 0;
  return (
    <label htmlFor={id} className="flex flex-1 flex-col gap-1 text-13 text-ink-2">
      {label}
      <textarea
        id={id}
        rows={Math.max(3, Math.min(8, places.length + 1))}
        disabled={disabled}
        className="control py-2 font-mono text-14"
        aria-invalid={isShownWrong || undefined}
        aria-describedby={isShownWrong ? `${id}-wrong` : undefined}
        value={isKept ? typed : textOf(places)}
        onChange={event => {
          setTyped(event.target.value);
          change(placesOf(event.target.value));
        }}
        onBlur={() => {
          if (!problem) setTyped(null);
          onBlur();
        }}
      />
      {isShownWrong && (
        <span id={`${id}-wrong`} className="text-danger">
          {t(`shapes.refused.${problem.why}`, {
            n: format.number(problem.values.n ?? 0),
            min: '',
            max: '',
          })}
        </span>
      )}
    </label>
  );
}
