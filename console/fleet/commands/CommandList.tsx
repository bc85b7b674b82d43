import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PENDING_STATES, type Command } from '../../../shared/contract/fleet/command.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { COMMAND_BADGES } from './states.ts';

/** While something is on its way, and while nothing is, ms. */
const REFRESH_MS = { busy: 2_000, idle: 15_000 } as const;
const isUnderWay = ({ state }: Command) => state === 'accepted' || PENDING_STATES.includes(state);
export const refreshIntervalOf = (commands: readonly Command[] | undefined): number =>
  commands?.some(isUnderWay) ? REFRESH_MS.busy : REFRESH_MS.idle;

interface CommandListProps<C extends Command> {
  answer: UseQueryResult<{ items: C[] }>;
  /** At the end of its line, and below it. */
  action?: (command: C) => ReactNode;
  result: (command: C) => ReactNode;
}
/** What was asked of a screen last, and what became of it. */
export function CommandList<C extends Command>({ answer, action, result }: CommandListProps<C>) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow();
  return (
    <section aria-label={t('log')} className="mt-4">
      <h3 className="mb-1 text-13 font-semibold">{t('log')}</h3>
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data?.items.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="border-t border-line">
        {answer.data?.items.map(command => (
          <li key={command.id} className="border-b border-line py-1.5">
            <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 font-semibold break-words">{t(`kinds.${command.kind}`)}</span>
              <Mark {...COMMAND_BADGES[command.state]} label={t(`values.${command.state}`)} />
              <time
                dateTime={command.created_at}
                title={format.exact(command.created_at)}
                className="text-13 text-ink-2"
              >
                {format.ago(command.created_at, now)}
              </time>
              {action?.(command)}
            </div>
            {result(command)}
          </li>
        ))}
      </ul>
    </section>
  );
}
