import { useQuery } from '@tanstack/react-query';
import { validations, type Validation } from '../../../shared/contract/content/validation.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Preview } from '../creatives/Preview.tsx';
import { QuarantineNotice, toDecideOn } from '../creatives/Quarantine.tsx';
import { MeasuredCell } from './cells.tsx';
import { VALIDATION_BADGES } from './states.ts';

export const CheckedFilePanel = ({ row }: { row: Validation }) => (
  <>
    <QuarantineNotice quarantine={row.quarantine} />
    <Preview asset={toDecideOn(row.asset)} label={row.name} />
  </>
);

const MAX_RULES = 20;
/** While a file is being checked. */
const REFRESH_MS = 5_000;
interface FileOfCreative {
  creative_id: string;
  asset_id: string;
}
/** All checks of one file of a creative, for whoever may see them. */
export function ChecksOf({ creative_id, asset_id }: FileOfCreative) {
  const text = useText('validations');
  const { client } = useAuth();
  const { user } = useSignedIn();
  const mayRead = allows(user.role, 'submissions', 'R');
  const query = { creative_id, asset_id, limit: MAX_RULES } as object;
  const { data } = useQuery({
    ...read(client, validations.list, { query }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data?.items.length === 0 ? REFRESH_MS : false),
  });
  if (!mayRead || data === undefined) return null;
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.checks')}</h2>
      {data.items.length === 0 && <p className="text-ink-2">{text('noChecks')}</p>}
      <ul className="border-t border-line empty:hidden">
        {data.items.map(row => (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
            <StateMark badge={VALIDATION_BADGES[row.state]} value={row.state} resource="validations" />
            <span className="font-semibold">{text(`values.${row.rule}`)}</span>
            <span className="text-13 text-ink-2">
              <MeasuredCell row={row} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
