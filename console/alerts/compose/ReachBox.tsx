import { useQuery } from '@tanstack/react-query';
import { previewTargets } from '../../../shared/contract/alerts/alertCalls.ts';
import { alertTarget, type Alert, type AlertTarget } from '../../../shared/contract/alerts/alert.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useDebounced } from '../../kit/useDebounced.ts';

const REFRESH_MS = 30_000;
const S_MS = 1_000;
/** Counts that mean something where no place is asked for. */
const FOR_ALL: readonly string[] = ['named', 'online'];

/** An exercise reaches test screens alone, unless it is forced. */
type Kind = Partial<Pick<Alert, 'status' | 'forced'>>;
/** How many screens such a target would reach now; null while it is not complete. */
export function useReach(target: AlertTarget, { status = 'Actual', forced = false }: Kind = {}) {
  const { client } = useAuth();
  const asked = useDebounced(JSON.stringify(target));
  const parsed = alertTarget.safeParse(JSON.parse(asked));
  return useQuery({
    queryKey: [previewTargets.path, asked, status, forced],
    enabled: parsed.success,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      client.call(previewTargets, { body: { target: parsed.data!, status, forced }, signal }),
  });
}
type Reach = Answer<typeof previewTargets>;
/** Screens show it where they are, so others hold it until they come there. */
export const isPlaced = ({ mode }: AlertTarget) => mode === 'geo' || mode === 'mixed';
/** Those that show it as far as is known; priority 0 and 1 also show where the place is not. */
export const reachedBy = ({ named, inside, unknown }: Reach, isUrgent: boolean) =>
  named + inside + (isUrgent ? unknown : 0);

/** Whom it would reach, by what screens last said of where they are. `isUrgent`: priority 0 and 1 show without a place. */
export function ReachBox({ target, isUrgent, ...kind }: { target: AlertTarget; isUrgent: boolean } & Kind) {
  const text = useText('alerts');
  const format = useFormat();
  const answer = useReach(target, kind);
  const hasPlace = isPlaced(target);
  return (
    <section aria-label={text('reach.title')} className="border-t-2 border-ink pt-3">
      <h2 className="text-16">{text('reach.title')}</h2>
      {answer.isPending && !answer.isFetching && <p className="text-ink-2">{text('reach.incomplete')}</p>}
      {answer.isFetching && !answer.data && <Skeleton rows={2} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && (
        <>
          <p className="py-1" aria-live="polite">
            <span className="font-mono text-40 leading-none font-semibold">
              {format.number(reachedBy(answer.data, isUrgent))}
            </span>{' '}
            {text('reach.screens', { count: reachedBy(answer.data, isUrgent) })}
          </p>
          <dl className="border-t border-line">
            {(['named', 'inside', 'outside', 'unknown', 'online'] as const)
              .filter(name =>
                hasPlace ? name !== 'named' || target.mode === 'mixed' : FOR_ALL.includes(name),
              )
              .map(name => (
                <div key={name} className="flex justify-between gap-4 border-b border-line py-1.5">
                  <dt className="text-ink-2">{text(`reach.${name}`)}</dt>
                  <dd className="font-mono">{format.number(answer.data[name])}</dd>
                </div>
              ))}
          </dl>
          {hasPlace && answer.data.unknown > 0 && (
            <p className="pt-2 text-13 text-ink-2">
              {text(isUrgent ? 'reach.unknownShow' : 'reach.unknownHide')}
            </p>
          )}
          {answer.data.age_s.median !== null && answer.data.age_s.oldest !== null && (
            <p className="pt-1 text-13 text-ink-2">
              {text('reach.age', {
                median: format.duration(answer.data.age_s.median * S_MS),
                oldest: format.duration(answer.data.age_s.oldest * S_MS),
              })}
            </p>
          )}
          {answer.data.unresolved.length > 0 && (
            <div className="pt-3">
              <Notice tone="warn" title={text('reach.unresolved')}>
                {format.list(answer.data.unresolved.map(({ name, value }) => `${name} ${value}`))}
              </Notice>
            </div>
          )}
        </>
      )}
    </section>
  );
}
