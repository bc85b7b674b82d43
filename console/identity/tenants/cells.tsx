import { useQuery } from '@tanstack/react-query';
import { tenants, type Tenant } from '../../../shared/contract/identity/tenant.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { EmptyCell } from '../../kit/fields/cells.tsx';

function Parent({ id }: { id: string }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, tenants.read, { params: { id } }));
  if (answer.isLoadingError) return <EmptyCell />;
  return <span className="block truncate">{answer.data?.name ?? '…'}</span>;
}

/** By name; rows with the same parent share one answer, and not everybody may see the tenant above his own. */
export const ParentCell = ({ value }: { value: Tenant['parent_id'] }) =>
  value === null ? <EmptyCell /> : <Parent id={value} />;
