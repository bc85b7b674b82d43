import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { deviceDocuments } from '../../../shared/contract/playout/simulation.ts';
import { campaigns } from '../../../shared/contract/sales/campaign.ts';
import { instant, systemClock } from '../../../shared/clock.ts';
import type { Documents } from '../../../shared/playout/plans.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { fillOf } from '../../kit/ui/display/LoopStrip.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { LOOP, simulateDay, type Day, type SimulatedDay } from './day.ts';
import { figuresText } from './figures.ts';
import { blankDay, DAY_FORM, dayOfValues, MAX_TRACK_POINTS, type DayValues } from './form.ts';

const HOURS = 24;
const FormPanel = lazyWithRetry(async () => ({
  default: (await import('../../kit/screens/form/FormPanel.tsx')).FormPanel<Device>,
}));
const TrackMap = lazyPanel(async () => ({ default: (await import('./TrackMap.tsx')).TrackMap }), ['map']);

const placesOf = (documents: Documents | undefined) =>
  documents?.flights?.lines.flatMap(({ place }) => place?.fences ?? []) ?? [];

/** A day of this screen, by the code that decides on it. */
export function SimulatorPanel({ row }: { row: Device }) {
  const text = useText('simulator');
  const { client } = useAuth();
  const [initial] = useState(() => blankDay(dayOf(systemClock.now(), row.tz)));
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
  const documents = answer.data as unknown as Documents | undefined;
  const places = useMemo(() => placesOf(documents), [documents]);
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
      {request && documents && (
        <Outcome key={request.n} tz={row.tz} documents={documents} day={request.day} />
      )}
    </>
  );
}

interface OutcomeProps {
  documents: Documents;
  day: Day;
  tz: string;
}
/** Worked out an hour at a time, so that the page stays quick. */
function Outcome({ documents, day, tz }: OutcomeProps) {
  const text = useText('simulator');
  const [done, setDone] = useState<SimulatedDay | null>(null);
  const hours = done?.hours.length ?? 0;
  const all = Math.max(1, Math.round((day.to - day.from) / 3_600_000));
  useEffect(() => {
    const hoursOfDay = simulateDay(documents, day);
    let cancel = () => {};
    const step = () => {
      const next = hoursOfDay.next();
      if (next.done) return;
      setDone({ ...next.value, hours: [...next.value.hours] });
      cancel = systemClock.after(0, step);
    };
    step();
    return () => cancel();
  }, [documents, day]);
  if (!done || hours < Math.min(all, HOURS)) return <Progress label={text('working')} share={hours / all} />;
  return <DayOfPlay done={done} tz={tz} />;
}

function DayOfPlay({ done, tz }: { done: SimulatedDay; tz: string }) {
  const text = useText('simulator');
  const format = useFormat(tz);
  const nameOf = useNames(done);
  const keys = [...done.totals.keys()].sort((a, b) => Number(a === LOOP) - Number(b === LOOP));
  const fill = (key: string) => (key === LOOP ? 'bg-neutral-tint' : fillOf(keys.indexOf(key)));
  const total = [...done.totals.values()].reduce((sum, { ms }) => sum + ms, 0);
  // Campaigns that were all refused are listed with their reasons: the answer to why nothing plays.
  if (total === 0 && done.kept.size === 0) return <p className="mt-4">{text('nothing')}</p>;
  const shareOf = (ms: number) => (total === 0 ? 0 : ms / total);
  return (
    <div className="mt-5">
      <table className="mb-6 w-full">
        <caption className="mb-2 text-left text-16 font-semibold">{text('shares')}</caption>
        <thead>
          <tr className="border-b border-line text-left text-13 text-ink-2">
            <th scope="col">{text('fields.campaign')}</th>
            <th scope="col" className="text-right">
              {text('fields.plays')}
            </th>
            <th scope="col" className="text-right">
              {text('fields.share')}
            </th>
            <th scope="col" className="pl-4">
              {text('fields.kept')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(key => {
            const { ms, plays } = done.totals.get(key)!;
            return (
              <tr key={key} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  <span aria-hidden className={`mr-2 inline-block size-3 ${fill(key)}`} />
                  {nameOf(key)}
                </th>
                <td className="text-right font-mono">{format.number(plays)}</td>
                <td className="text-right font-mono">{format.finePercent(shareOf(ms))}</td>
                <td className="pl-4 text-13 text-ink-2">
                  <Reasons done={done} campaign={key} format={format} />
                </td>
              </tr>
            );
          })}
          {[...done.kept.keys()]
            .filter(key => !done.totals.has(key))
            .map(key => (
              <tr key={key} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {nameOf(key)}
                </th>
                <td className="text-right font-mono">0</td>
                <td className="text-right font-mono">{format.finePercent(0)}</td>
                <td className="pl-4 text-13 text-ink-2">
                  <Reasons done={done} campaign={key} format={format} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <h3 className="mb-2 text-16">{text('hours')}</h3>
      <ol aria-label={text('hours')}>
        {done.hours.map(({ at, shares }) => (
          <li key={at} className="flex items-center gap-3 py-0.5">
            <span className="w-14 font-mono text-13">{format.hour(instant(at))}</span>
            <span
              role="img"
              aria-label={format.list(
                [...shares].map(([key, ms]) =>
                  text('hourShare', { name: nameOf(key), share: format.percent(ms / sumOf(shares)) }),
                ),
              )}
              className="flex h-5 flex-1 gap-px"
            >
              {keys
                .filter(key => shares.has(key))
                .map(key => (
                  <span key={key} className={fill(key)} style={{ flex: `${shares.get(key)} 1 0` }} />
                ))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
const sumOf = (shares: ReadonlyMap<string, number>) => [...shares.values()].reduce((sum, ms) => sum + ms, 0);

const MOST_REASONS = 2;
interface ReasonsProps {
  done: SimulatedDay;
  campaign: string;
  format: ReturnType<typeof useFormat>;
}
/** The reasons that kept it from most decisions, each with the numbers of its first time. */
function Reasons({ done: { kept, figures, decisions }, campaign, format }: ReasonsProps) {
  const text = useText('simulator');
  const most = [...(kept.get(campaign) ?? [])].sort(([, a], [, b]) => b - a).slice(0, MOST_REASONS);
  return most.map(([reason, n]) => {
    const example = figures.get(campaign)?.get(reason);
    return (
      <span key={reason} className="block">
        {text('keptBy', { reason: text(`reasons.${reason}`), share: format.percent(n / decisions) })}
        {example && <span className="block text-ink-3">{figuresText(example, text, format)}</span>}
      </span>
    );
  });
}

const MOST_NAMES = 100;
/** Campaigns of the day, also those that never played. */
const keysOf = ({ totals, kept }: SimulatedDay) =>
  [...new Set([...totals.keys(), ...kept.keys()])].filter(key => key !== LOOP);

/** Of campaigns, where the reader may see them; else what their creatives are called. */
function useNames(done: SimulatedDay): (key: string) => string {
  const text = useText('simulator');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const ids = canAccess('campaigns', 'R') ? keysOf(done).slice(0, MOST_NAMES) : [];
  const answers = useQueries({ queries: ids.map(id => read(client, campaigns.read, { params: { id } })) });
  const names = new Map(answers.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
  return key =>
    key === LOOP
      ? text('loop')
      : (names.get(key) ?? [...(done.totals.get(key)?.names ?? [])].join(', ')) || text('campaign');
}
