import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { deviceDocuments } from '../../../shared/contract/playout/simulation.ts';
import { systemClock } from '../../../shared/clock.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useText } from '../../kit/text/useText.ts';
import { simulateDay, type Day, type SimulatedDay, type SimulatedDocuments } from './day.ts';
import { DayOfPlay } from './DayOfPlay.tsx';
import { blankDay, DAY_FORM, dayOfValues, MAX_TRACK_POINTS, type DayValues } from './form.ts';

const FormPanel = lazyWithRetry(async () => ({
  default: (await import('../../kit/screens/form/FormPanel.tsx')).FormPanel<Device>,
}));
const TrackMap = lazyPanel(async () => ({ default: (await import('./TrackMap.tsx')).TrackMap }), ['map']);

const placesOf = (documents: SimulatedDocuments | undefined) =>
  documents?.flights?.lines.flatMap(({ place }) => place?.fences ?? []) ?? [];

/** A day of this screen, by the code that decides on it. */
export function SimulatorPanel({ row }: { row: Device }) {
  const text = useText('simulator');
  const { client } = useAuth();

  /** What was asked for at the press of the button: it stays while the fields change. */
  const [request, setRequest] = useState<{ n: number; day: Day; typed: string } | null>(null);
  const [points, setPoints] = useState<DayValues['points']>([]);
  const [drawn, setDrawn] = useState<{ points: DayValues['points'] }>();
  const [typed, setTyped] = useState('');
  const watch = useCallback((values: object) => {
    setPoints((values as DayValues).points);
    setTyped(JSON.stringify(values));
  }, []);
  const answer = useQuery(read(client, deviceDocuments, { params: { id: row.id } }));
  const documents = answer.data as unknown as SimulatedDocuments | undefined;
  const places = useMemo(() => placesOf(documents), [documents]);
  const weights = documents?.config?.weights;
  const initial = useMemo(() => blankDay(dayOf(systemClock.now(), row.tz), weights), [row.tz, weights]);
  if (answer.isPending) return <Skeleton rows={5} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const begin = (values: object) =>
    setRequest({ n: (request?.n ?? 0) + 1, day: dayOfValues(values as DayValues, row.tz), typed });
  return (
    <>
      <p className="mb-4 text-ink-2">{text('what')}</p>
      <h3 className="mb-2 text-16">{text('drawTrack')}</h3>
      <LazyPart fallback={<span className="block h-72" />}>
        <TrackMap
          points={points}
          places={places}
          add={({ lat, lng }) =>
            points.length < MAX_TRACK_POINTS && setDrawn({ points: [...points, { lat, lng }] })
          }
        />
      </LazyPart>
      <Suspense fallback={<Skeleton rows={3} />}>
        <FormPanel
          resource="simulator"
          form={DAY_FORM}
          initial={initial}
          submitLabel={text('run')}
          isNew
          onValues={watch}
          {...(drawn && { fill: drawn })}
          submit={values => Promise.resolve(begin(values))}
        />
      </Suspense>
      {request && request.typed !== typed && (
        <div className="mt-4">
          <Notice tone="info" title={text('isOlder')} />
        </div>
      )}
      {request && (documents?.leases?.campaigns.length ?? 0) > 0 && (
        <p className="mt-4 text-13 text-ink-2">{text('leased')}</p>
      )}
      {request && documents && (
        <Outcome key={request.n} tz={row.tz} documents={documents} day={request.day} />
      )}
    </>
  );
}

interface OutcomeProps {
  documents: SimulatedDocuments;
  day: Day;
  tz: string;
}
/** Worked out an hour at a time, so that the page stays quick; with another mix, the day as it is set comes first. */
function Outcome({ documents, day, tz }: OutcomeProps) {
  const text = useText('simulator');
  const [done, setDone] = useState<SimulatedDay[]>([]);
  const hours = done.reduce((sum, one) => sum + one.hours.length, 0);
  const runs = day.weights ? 2 : 1;
  const all = Math.max(1, Math.round((day.to - day.from) / 3_600_000)) * runs;
  useEffect(() => {
    const days = day.weights ? [{ ...day, weights: null }, day] : [day];
    const hoursOfDays = days.map(one => simulateDay(documents, one));
    const found: SimulatedDay[] = [];
    let cancel = () => {};
    const step = () => {
      const [hoursOfDay] = hoursOfDays;
      if (!hoursOfDay) return;
      const next = hoursOfDay.next();
      if (next.done) hoursOfDays.shift();
      else found[days.length - hoursOfDays.length] = { ...next.value, hours: [...next.value.hours] };
      setDone([...found]);
      cancel = systemClock.after(0, step);
    };
    step();
    return () => cancel();
  }, [documents, day]);
  const last = done[runs - 1];
  if (!last || hours < all) return <Progress label={text('working')} share={hours / all} />;
  return <DayOfPlay done={last} asSet={day.weights ? done[0]! : null} tz={tz} />;
}
