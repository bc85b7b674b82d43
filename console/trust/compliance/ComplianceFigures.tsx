import { useQuery } from '@tanstack/react-query';
import { consentCounts } from '../../../shared/contract/trust/consent.ts';
import { policies } from '../../../shared/contract/trust/policy.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { SystemTable } from '../system/SystemTable.tsx';
import { DpaTable } from './DpaTable.tsx';
import { RetentionTable } from './RetentionTable.tsx';

/** Below the requests: agreements, consents, legal texts and retention. */
export const ComplianceFigures = () => (
  <div className="mt-10">
    <DpaTable />
    <ConsentTable />
    <PolicyTable />
    <RetentionTable />
  </div>
);

function ConsentTable() {
  const text = useText('complianceFigures');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, consentCounts, {}));
  return (
    <SystemTable
      title={text('consents.title')}
      heads={['purpose', 'version', 'given', 'withdrawn'].map(key => text(`consents.${key}`))}
      note={answer.isError ? <ErrorPanel error={answer.error} /> : null}
      rows={(answer.data?.items ?? []).map(({ purpose, text_version, given, withdrawn }) => ({
        key: `${purpose} ${text_version}`,
        cells: [text(`purposes.${purpose}`), text_version, format.number(given), format.number(withdrawn)],
      }))}
      {...(answer.data && { empty: text('consents.none') })}
    />
  );
}

/** A list's own filters are known by its entity alone. */
const PUBLISHED: object = { status: 'published,superseded', limit: 100 };
/** What is published, and what is announced. */
function PolicyTable() {
  const text = useText('complianceFigures');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, policies.list, { query: PUBLISHED }));
  return (
    <SystemTable
      title={text('policies.title')}
      heads={['kind', 'version', 'language', 'from', 'state'].map(key => text(`policies.${key}`))}
      note={answer.isError ? <ErrorPanel error={answer.error} /> : null}
      rows={(answer.data?.items ?? []).map(row => ({
        key: row.id,
        cells: [
          text(`purposes.${row.kind}`),
          row.edition,
          text(`languages.${row.locale}`),
          format.date(row.effective_at),
          text(`states.${row.state}`),
        ],
      }))}
      {...(answer.data && { empty: text('policies.none') })}
    />
  );
}
