import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { incidents as calls, type Incident } from '../../../shared/contract/fleet/incident.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { INCIDENT_BADGES } from './states.ts';
import incidents from './incidents.resource.tsx';
import { useActions } from '../../kit/screens/record/useActions.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';

const SHOWN = 10;
const REFRESH_MS = 15_000;
const isClosed = ({ state }: Incident) => state === 'closed';

/** What went wrong with this screen: what still wants somebody, then what is settled. */
export default function DeviceIncidents({ row: { id: device_id } }: { row: Device }) {
  const { t } = useTranslation('incidents');
  const { client } = useAuth();
  const deviceFilter: object = { device_id };
  const answer = useQuery({
    ...read(client, calls.list, { query: { limit: SHOWN, ...deviceFilter } }),
    refetchInterval: REFRESH_MS,
  });
  const { itemsOf, dialog } = useActions(incidents);
  const rows = answer.data?.items ?? [];
  const [open, past] = [rows.filter(row => !isClosed(row)), rows.filter(isClosed)];
  return (
    <>
      <h2 className="mb-1 text-16">{t('ofScreen')}</h2>
      {answer.isPending && <Skeleton rows={1} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && open.length === 0 && <p className="text-ink-2">{t('noneOpen')}</p>}
      <ul className="border-t border-line empty:hidden">
        {open.map(row => (
          <IncidentRow key={row.id} row={row}>
            {itemsOf(row).map(item => (
              <Button key={item.name} variant="outline" onClick={item.run}>
                {item.label}
              </Button>
            ))}
          </IncidentRow>
        ))}
      </ul>
      {past.length > 0 && (
        <details>
          <summary className="flex min-h-12 cursor-pointer items-center text-primary">
            {t('history', { count: past.length })}
          </summary>
          <ul className="border-t border-line">
            {past.map(row => (
              <IncidentRow key={row.id} row={row} />
            ))}
          </ul>
        </details>
      )}
      {dialog}
    </>
  );
}

function IncidentRow({ row, children }: { row: Incident; children?: ReactNode }) {
  const { t } = useTranslation('incidents');
  const format = useFormat();
  const now = useNow();
  const { kind, state, opened_at, closed_at, detail, device_count } = row;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5">
      <span className="min-w-0 flex-1 font-semibold break-words">
        {t(`values.${kind}`)}
        {device_count > 1 && (
          <span className="font-normal text-ink-2"> {t('together', { n: format.number(device_count) })}</span>
        )}
        {detail !== '' && <span className="block text-13 font-normal text-ink-2">{detail}</span>}
      </span>
      <Mark {...INCIDENT_BADGES[state]} label={t(`values.${state}`)} />
      <time dateTime={opened_at} title={format.exact(opened_at)} className="text-13 text-ink-2">
        {closed_at === null
          ? format.ago(opened_at, now)
          : t('span', { from: format.dateTime(opened_at), to: format.dateTime(closed_at) })}
      </time>
      {children}
    </li>
  );
}
