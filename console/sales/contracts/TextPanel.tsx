/** The text beside the facts of a contract; in the portal the link of an e-mail opens its signing. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { contracts, ownContracts, type Contract } from '../../../shared/contract/sales/contract.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { ContractText } from './ContractText.tsx';
import { SignDialog } from './SignDialog.tsx';
import { isTurnOf } from './states.ts';

const SKELETON_ROWS = 8;
const READS = { own: ownContracts.read, tenant: contracts.read } as const;

function Text({ row, of }: { row: Contract; of: keyof typeof READS }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, READS[of], { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <ContractText contract={answer.data} />;
}
export const TenantText = ({ row }: { row: Contract }) => <Text row={row} of="tenant" />;

export function OwnText({ row }: { row: Contract }) {
  const { t } = useTranslation('contractText');
  const { id } = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const isAsked = params.get('sign') === '1';
  const show = (isShown: boolean) =>
    setParams(
      before => {
        const next = new URLSearchParams(before);
        if (isShown) next.set('sign', '1');
        else next.delete('sign');
        return next;
      },
      { replace: true },
    );
  const isTurn = isTurnOf(row, id);
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2 print:hidden">
        {isTurn && <Button onClick={() => show(true)}>{t('sign.open')}</Button>}
        <Button variant="outline" onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <Text row={row} of="own" />
      {isAsked && isTurn && <SignDialog row={row} close={() => show(false)} />}
    </>
  );
}
