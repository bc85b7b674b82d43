import { useQuery } from '@tanstack/react-query';
import { retentionClocks, type RetentionClock } from '../../../shared/contract/trust/retention.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { SystemTable } from '../system/SystemTable.tsx';

const MONTHS_A_YEAR = 12;
const MANY_MONTHS = 36;

/** What is kept how long and by whose rule, and whether the hourly run keeps to it. */
export function RetentionTable() {
  const text = useText('complianceFigures');
  const format = useFormat();
  const now = useNow();
  const { client } = useAuth();
  const answer = useQuery(read(client, retentionClocks, {}));
  const kept = ({ days, months }: RetentionClock) => {
    if (days !== null) return text('retention.days', { count: days });
    if (months === null) return text('retention.each');
    return months > MANY_MONTHS
      ? text('retention.years', { count: months / MONTHS_A_YEAR })
      : text('retention.months', { count: months });
  };
  return (
    <SystemTable
      title={text('retention.title')}
      heads={['what', 'kept', 'origin', 'oldest', 'due', 'last'].map(key => text(`retention.${key}`))}
      note={answer.isError ? <ErrorPanel error={answer.error} /> : null}
      rows={(answer.data?.items ?? []).map(row => ({
        key: row.rule,
        cells: [
          text(`rules.${row.rule}`),
          kept(row),
          text(`origins.${row.origin}`),
          row.oldest_at === null ? '–' : format.time(row.oldest_at),
          format.number(row.due),
          row.last_run_at === null ? text('retention.never') : format.ago(row.last_run_at, now),
        ],
      }))}
    />
  );
}
