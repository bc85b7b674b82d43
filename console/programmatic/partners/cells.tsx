import type { Partner } from '../../../shared/contract/programmatic/partner.ts';
import { isOpenrtbKind } from '../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';

interface CellProps {
  row: Partner;
}
const NS = 'programmaticPartners';

/** Its name, where it is called, and whether it buys nothing whatever its state is. */
export function NameCell({ row }: CellProps) {
  const text = useText(NS);
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{row.name}</span>
      <span className="truncate text-13 text-ink-2">{row.endpoint_url ?? text('mockAddress')}</span>
      {row.test_mode && <span className="text-13 text-ink-2">{text('inTestMode')}</span>}
      {!isOpenrtbKind(row.kind) && <span className="text-13 text-ink-2">{text('notInAuctions')}</span>}
    </span>
  );
}

/** What came of the last test, and how long ago. */
export function TestCell({ row: { last_test } }: CellProps) {
  const text = useText(NS);
  const format = useFormat();
  if (last_test === null) return <span className="text-ink-2">{text('test.never')}</span>;
  const { passed, at, latency_ms, fault, http_status } = last_test;
  const label = passed
    ? text('test.passed', { ms: format.number(latency_ms ?? 0) })
    : text(`test.faults.${fault ?? 'status'}`, { status: http_status ?? 0 });
  return (
    <span className="flex flex-col">
      <Mark shape={passed ? 'approved' : 'rejected'} tone={passed ? 'ok' : 'danger'} label={label} />
      <span className="text-13 text-ink-2">{format.exact(at)}</span>
    </span>
  );
}

/** Nothing of the secret but its end. */
export function AuthCell({ row: { auth } }: CellProps) {
  const text = useText(NS);
  const type = text(`values.${auth.type}`);
  if (auth.type === 'none') return <>{type}</>;
  if (auth.last4 === null) return <span className="text-danger">{text('auth.missing', { type })}</span>;
  return (
    <span>
      {type} <span className="font-mono text-ink-2">…{auth.last4}</span>
    </span>
  );
}
