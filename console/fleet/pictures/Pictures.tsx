import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { stagePictures } from '../../../shared/contract/fleet/live.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { TwoZoneTime } from '../../kit/fields/cells/times.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';

/** What was on the stage, hour by hour: a strip that scrolls by touch and by the arrow keys. */
export default function Pictures({ row }: { row: Device }) {
  const text = useText('devices');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, stagePictures, { params: { id: row.id } }));
  const items = answer.data?.items ?? [];
  return (
    <section aria-label={text('pictures.title')} className="mt-5">
      <h3 className="mb-2 text-14">{text('pictures.title')}</h3>
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && items.length === 0 && <p className="text-13 text-ink-2">{text('pictures.none')}</p>}
      {items.length > 0 && (
        <ol
          tabIndex={0}
          aria-label={text('pictures.title')}
          className="flex gap-2 overflow-x-auto pb-2 focus-visible:outline-offset-2"
        >
          {items.map(({ taken_at, picture }) => (
            <li key={taken_at} className="w-40 shrink-0">
              <img
                src={picture}
                alt={text('pictures.at', { time: format.exact(taken_at) })}
                className="block aspect-video w-full bg-[#0e1114] object-contain"
              />
              <span className="text-12 text-ink-2">
                <TwoZoneTime value={taken_at} row={row} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
