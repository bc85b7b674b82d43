/** Why the deal would or would not be in a request of now, check by check. */
import { useQuery } from '@tanstack/react-query';
import { explainDeal, type Deal } from '../../../shared/contract/programmatic/deal.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';

const SKELETON_ROWS = 5;
const NS = 'programmaticDeals';
type Check = Answer<typeof explainDeal>['checks'][number];

export default function ExplainPanel({ row }: { row: Deal }) {
  const text = useText(NS);
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, explainDeal, { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { is_eligible, checks, screens_left_out, as_of } = answer.data;
  return (
    <div className="flex flex-col gap-4">
      <Notice
        tone={is_eligible ? 'ok' : 'warn'}
        title={text(is_eligible ? 'explain.eligible' : 'explain.left_out')}
      >
        {text('explain.asOf', { time: format.time(as_of) })}
      </Notice>
      <ul>
        {checks.map(check => (
          <CheckLine key={check.check} {...check} tz={row.tz} />
        ))}
      </ul>
      {screens_left_out.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{text('explain.screens_left_out')}</h3>
          <ul className="text-ink-2">
            {screens_left_out.map(({ reason, count }) => (
              <li key={reason}>{text(`screen_kept_out.${reason}`, { shown: format.number(count) })}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A country that nobody has set is no country that a partner leaves out, and a breaker that holds back some lets others through. */
function saysOf({ check, reason, count, found }: Check): string {
  if (reason === 'region' && found === null) return 'kept_out.region_unknown';
  if (reason !== null) return `kept_out.${reason}`;
  return check === 'calls' && (count ?? 0) > 0 ? 'checks.calls.partly' : `checks.${check}.passed`;
}

function CheckLine({ tz, ...one }: Check & { tz: string }) {
  const text = useText(NS);
  const format = useFormat();
  const { check, passed, count, found } = one;
  const foundText =
    check === 'time' && found !== null
      ? format.exactIn(found, tz)
      : check === 'state' || check === 'partner'
        ? text(`values.${found ?? ''}`)
        : (found ?? '');
  const values = { found: foundText, count: count ?? 0, shown: format.number(count ?? 0) };
  return (
    <li className="flex flex-col gap-1 border-line py-3 not-last:border-b">
      <Mark
        shape={passed ? 'approved' : 'rejected'}
        tone={passed ? 'ok' : 'danger'}
        label={text(`checks.${check}.title`)}
      />
      <span className="text-ink-2">{text(saysOf(one), values)}</span>
    </li>
  );
}
