/** What a partner can be asked for, and what is missing until it may bid. */
import { useQuery } from '@tanstack/react-query';
import { partnerCapabilities, type Partner } from '../../../shared/contract/programmatic/partner.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';

const SKELETON_ROWS = 4;

export default function CapabilitiesPanel({ row }: { row: Partner }) {
  const text = useText('programmaticPartners');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, partnerCapabilities, { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { openrtb, capabilities, currencies, screens, creatives, missing } = answer.data;
  const { mediaTypes } = capabilities.dooh;
  const facts: [string, string][] = [
    ['openrtb', openrtb.version],
    ['media', mediaTypes.map(medium => text(`values.${medium}`)).join(', ')],
    ['currencies', currencies.join(', ')],
    ['screens', format.number(screens)],
    ['creatives', format.number(creatives)],
  ];
  return (
    <div className="flex flex-col gap-4">
      {missing.length > 0 && row.state !== 'archived' && (
        <Notice tone="warn" title={text('missing.title')}>
          <ul className="list-disc pl-5">
            {missing.map(what => (
              <li key={what}>{text(`missing.${what}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {facts.map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-ink-2">{text(`capabilities.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
