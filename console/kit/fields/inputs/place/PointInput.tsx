import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../../../shared/net/queries.ts';
import { useAuth } from '../../../../app/session/auth.tsx';
import { LazyPart } from '../../../LazyPart.tsx';
import { lazyPage } from '../../../lazyPage.ts';
import type { MapView as Loaded } from '../../../map/MapView.tsx';
import { useFormat } from '../../../text/useFormat.ts';
import { useCanAccess } from '../../../useSave.ts';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { useRelation, type RelationSource } from '../../relation.ts';
import { RelationPicker } from '../../RelationPicker.tsx';
import { Group, partAria } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { PARTS, PlaceFields } from './PlaceFields.tsx';
import { pointProblem, type Point } from './point.ts';

const MapView = lazyPage<Parameters<typeof Loaded>[0]>(
  async () => ({ default: (await import('../../../map/MapView.tsx')).MapView }),
  ['map'],
);
const WRONG = { lat: 'lat', lng: 'lng', radius: 'radius_m' } as const;
const noRef = () => undefined;

/** A place and how far around it counts: pressed on the map, typed as numbers, or taken from a row that has one. */
export function PointInput(props: WidgetProps<'point'>) {
  const { input, aria, name, value, disabled, onChange, onBlur, ref } = props;
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const point = (value ?? {}) as Partial<Point>;
  const { min = 1, max = 50_000 } = input;
  const isWhole = PARTS.every(part => typeof point[part] === 'number');
  const problem = isWhole ? pointProblem(point, { min, max }) : null;
  useRefusal(
    problem ? t(`refused.${problem}`, { min: format.number(min), max: format.number(max) }) : undefined,
  );
  const isDrawn = isWhole && problem === null;
  const { lat, lng, radius_m } = point as Point;
  const fences = useMemo(
    () => (isDrawn ? [{ shape: 'circle' as const, lat, lng, radius_m }] : []),
    [isDrawn, lat, lng, radius_m],
  );

  function change(next: Partial<Point>) {
    const isBlank = PARTS.every(one => next[one] === undefined);
    onChange(isBlank ? (input.nullable ? null : undefined) : next);
  }
  const put = (place: { lat: number; lng: number }) =>
    change({ radius_m: Math.max(min, 500), ...point, ...place });
  const label = isDrawn
    ? t('point.drawn', { latitude: lat, longitude: lng, radius: format.metres(radius_m) })
    : t('point.missing');
  return (
    <Group aria={aria}>
      {input.near && !disabled && (
        <LazyPart>
          <Near id={`${aria.id}-near`} of={input.near} take={put} onBlur={onBlur} />
        </LazyPart>
      )}
      <div className="flex flex-wrap items-stretch gap-4">
        <PlaceFields
          aria={aria}
          name={name}
          point={point}
          wrong={problem && WRONG[problem]}
          disabled={disabled}
          onChange={change}
          onBlur={onBlur}
          ref={ref}
        />
        <div className="min-w-64 flex-2">
          <LazyPart fallback={<span className="block h-64" />}>
            <MapView label={label} fences={fences} onPlace={disabled ? undefined : put} className="h-64" />
          </LazyPart>
          {!disabled && <p className="mt-1 text-13 text-ink-3">{t('point.press')}</p>}
        </div>
      </div>
    </Group>
  );
}

interface NearProps {
  id: string;
  of: RelationSource;
  take: (place: { lat: number; lng: number }) => void;
  onBlur: () => void;
}
/** Looked for among the tenant's own rows: nobody else is asked where something is. */
function Near({ id, of, take, onBlur }: NearProps) {
  const { t } = useTranslation('inputs');
  const { client } = useAuth();
  const queries = useQueryClient();
  const relation = useRelation(of);
  const canAccess = useCanAccess();
  const { access } = relation.list;
  if (access.who !== 'user' || !canAccess(access.area, 'R')) return null;
  async function choose(chosen: string | null) {
    if (chosen === null) return;
    const row = await queries.fetchQuery(read(client, relation.read, { params: { id: chosen } }));
    take((({ lat, lng }) => ({ lat, lng }))(row as { lat: number; lng: number }));
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 text-ink-2">
        {t('point.near')}
      </label>
      <RelationPicker
        {...partAria({ id, 'aria-invalid': undefined, 'aria-describedby': undefined }, '')}
        id={id}
        input={{ of }}
        name={id}
        value=""
        disabled={false}
        onChange={chosen => void choose(chosen)}
        onBlur={onBlur}
        ref={noRef}
      />
    </div>
  );
}
