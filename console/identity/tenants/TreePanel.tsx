import { useQuery } from '@tanstack/react-query';
import { tenants, type Tenant } from '../../../shared/contract/identity/tenant.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useBasePath } from '../../kit/screens/record/useBasePath.ts';
import { Tree, type TreeNode } from '../../kit/ui/display/Tree.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useText } from '../../kit/text/useText.ts';

/** More than that below one tenant are found by the list. */
const LIMIT = 100;

/** Where a tenant stands: those above it, and those right below it. */
export function TreePanel({ row }: { row: Tenant }) {
  const text = useText('tenants');
  const base = useBasePath({ pages: ['tenants'] });
  const { client } = useAuth();
  const parent = useTenant(row.parent_id);
  const grandparent = useTenant(parent.data?.parent_id ?? null);
  const below = useQuery(
    read(client, tenants.list, { query: { parent_id: row.id, limit: LIMIT } as object }),
  );
  const failed = [parent, grandparent, below].find(answer => answer.isError);
  if (below.isPending || parent.isLoading || grandparent.isLoading) return <Skeleton rows={2} />;
  const treeNode = ({ id, name }: Tenant, branches: readonly TreeNode[] = []): TreeNode => ({
    id,
    label: name,
    href: `${base}?id=${id}`,
    nodes: branches,
  });
  const own = treeNode(
    row,
    below.data?.items.map(child => treeNode(child)),
  );
  const above = [parent.data, grandparent.data].filter(tenant => tenant !== undefined);
  const root = above.reduce((under, tenant) => treeNode(tenant, [under]), own);
  return (
    <>
      <h2 className="mb-2 text-16">{text('panels.tree')}</h2>
      <Tree label={text('panels.tree')} root={root} current={row.id} />
      {/* Somebody of a customer may see his own tenant and not the one above it. */}
      {failed === below && <ErrorPanel error={below.error} retry={() => void below.refetch()} />}
    </>
  );
}

function useTenant(id: string | null) {
  const { client } = useAuth();
  return useQuery({ ...read(client, tenants.read, { params: { id: id ?? '' } }), enabled: id !== null });
}
