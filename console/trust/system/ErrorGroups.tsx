import type { clientErrorGroups } from '../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { SystemTable } from './SystemTable.tsx';

const PERIODS = ['1', '7', '30'] as const;
interface ErrorGroupsProps {
  found: Answer<typeof clientErrorGroups>;
  days: number;
  setDays: (days: number) => void;
}

/** Errors that browsers reported, with consent and without saying whose. */
export function ErrorGroups({ found: { groups, total, more }, days, setDays }: ErrorGroupsProps) {
  const text = useText('system');
  const format = useFormat();
  const now = useNow();
  return (
    <SystemTable
      title={text('errors.title', { count: total, shown: format.number(total) })}
      tools={
        <Segmented
          label={text('errors.period')}
          value={String(days)}
          options={PERIODS.map(value => ({
            value,
            label: text('errors.days', { count: Number(value), shown: value }),
          }))}
          onChange={value => setDays(Number(value))}
        />
      }
      heads={['what', 'where', 'count', 'last'].map(key => text(`errors.${key}`))}
      empty={text('errors.none')}
      rows={groups.map(group => ({
        key: group.id,
        cells: [
          <span key="what">
            <span className="block font-semibold">{text(`errors.types.${group.error_type}`)}</span>
            <span className="block max-w-[60ch] text-13 break-words text-ink-2">
              {group.http_status_code === null
                ? group.error_message
                : `${group.http_status_code} · ${group.error_message}`}
            </span>
          </span>,
          [text(`errors.contexts.${group.context_type}`), group.section_context].filter(Boolean).join(' · '),
          format.number(group.count),
          format.ago(group.last_at, now),
        ],
      }))}
      note={
        more > 0 && (
          <p className="mb-2 text-13 text-ink-2">
            {text('errors.more', { count: more, shown: format.number(more) })}
          </p>
        )
      }
    />
  );
}
