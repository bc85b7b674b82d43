/** What the tenant's limits hold: used by itself, allotted to those below it, and left. */
import { useQuery } from '@tanstack/react-query';
import {
  LIMIT_KINDS,
  tenantLimits,
  type LimitKind,
  type TenantLimits,
} from '../../../shared/contract/identity/tenant.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useAmount } from './useAmount.ts';

const SKELETON_ROWS = 2;

export function LimitBars() {
  const text = useText('subTenants');
  const { client } = useAuth();
  const answer = useQuery(read(client, tenantLimits, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return (
    <section aria-label={text('limits.title')} className="mb-6 grid gap-4 md:grid-cols-3">
      {LIMIT_KINDS.map(kind => (
        <LimitBar key={kind} kind={kind} state={answer.data[kind]} />
      ))}
    </section>
  );
}

interface LimitBarProps {
  kind: LimitKind;
  state: TenantLimits[LimitKind];
}
const percentOf = (part: number, whole: number) => `${whole === 0 ? 0 : Math.min(1, part / whole) * 100}%`;

function LimitBar({ kind, state: { limit, used, allotted, left } }: LimitBarProps) {
  const text = useText('subTenants');
  const amount = useAmount();
  const parts = { used: amount(used, kind), allotted: amount(allotted, kind) };
  return (
    <div className="flex flex-col gap-2 border border-line bg-surface p-4">
      <h2 className="flex flex-wrap items-baseline justify-between gap-2 text-14">
        {text(`values.${kind}`)}
        <span className="text-20 tabular-nums">
          {left === null ? text('limits.none') : text('limits.left', { left: amount(left, kind) })}
        </span>
      </h2>
      {limit !== null && (
        <div aria-hidden="true" className="flex h-3 border border-control bg-bg">
          <span className="bg-primary" style={{ width: percentOf(used, limit) }} />
          <span className="bg-lamp" style={{ width: percentOf(allotted, limit) }} />
        </div>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-2">
        <Legend className="bg-primary">{text('limits.used', { amount: parts.used })}</Legend>
        <Legend className="bg-lamp">{text('limits.allotted', { amount: parts.allotted })}</Legend>
        {limit !== null && <span>{text('limits.of', { amount: amount(limit, kind) })}</span>}
      </p>
    </div>
  );
}

const Legend = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={`size-2.5 border border-control ${className}`} />
    {children}
  </span>
);
