/** What a sub-tenant uses of its limits, and the way into it. */
import { LIMIT_KINDS, type SubTenant } from '../../../shared/contract/identity/tenant.ts';
import { useLocation } from 'wouter';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useAmount } from './useAmount.ts';

export function UsePanel({ row }: { row: SubTenant }) {
  const text = useText('subTenants');
  const session = useAuth();
  const amount = useAmount();
  const [, go] = useLocation();
  /** The row that is open here is none of the tenant that is entered. */
  function enter() {
    go(PATHS.businessDashboard);
    session.switchTenant(row.id);
  }
  const { limits, used, status } = row;
  return (
    <section aria-labelledby="use" className="mb-6 flex flex-col gap-4">
      <h2 id="use" className="text-16">
        {text('panels.use')}
      </h2>
      <dl className="flex flex-col gap-3">
        {LIMIT_KINDS.map(kind => {
          const limit = limits[kind];
          return (
            <div key={kind} className="flex flex-col gap-1">
              <dt className="text-13 text-ink-2">{text(`values.${kind}`)}</dt>
              <dd className="flex flex-col gap-1 tabular-nums">
                {limit === null
                  ? text('use.noLimit', { used: amount(used[kind], kind) })
                  : text('use.of', { used: amount(used[kind], kind), limit: amount(limit, kind) })}
                {limit !== null && (
                  <Progress
                    label={text(`values.${kind}`)}
                    share={limit === 0 ? 0 : Math.min(1, used[kind] / limit)}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {status !== 'archived' && row.deleted_at === null && (
        <Button variant="outline" className="self-start" onClick={enter}>
          {text('use.enter', { name: row.name })}
        </Button>
      )}
    </section>
  );
}
