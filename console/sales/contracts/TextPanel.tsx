/** The text beside the facts of a contract; in the portal the link of an e-mail opens its signing. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { contracts, ownContracts, type Contract } from '../../../shared/contract/sales/contract.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { PrintButton, useDrawn, type PaperProps } from '../../kit/print/PrintButton.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { ContractPaper } from './ContractPaper.tsx';
import { ContractText } from './ContractText.tsx';
import { SignDialog } from './SignDialog.tsx';
import { contractLabel, isTurnOf } from './states.ts';
import { useKeptSignature } from './useKeptSignature.ts';

const SKELETON_ROWS = 8;
const READS = { own: ownContracts.read, tenant: contracts.read } as const;
const TEXTS = { own: 'ownContracts', tenant: 'contracts' } as const;
interface TextProps {
  row: Contract;
  of: keyof typeof READS;
}

function useContractText({ id }: Contract, of: TextProps['of']) {
  const { client } = useAuth();
  return useQuery(read(client, READS[of], { params: { id } }));
}
function Text({ row, of }: TextProps) {
  const answer = useContractText(row, of);
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <ContractText contract={answer.data} />;
}
/** Beside the text that is open, so it is at hand. */
function Paper({ row, of, ...paper }: PaperProps & TextProps) {
  const { data, error } = useContractText(row, of);
  useDrawn(paper, data !== undefined, error);
  return data ? <ContractPaper contract={data} texts={TEXTS[of]} /> : null;
}
/** What was signed on this device and is not with the server. */
function KeptNotice({ kept, discard }: ReturnType<typeof useKeptSignature>) {
  const { t } = useTranslation('contractText');
  if (!kept) return null;
  const isRefused = kept.state === 'parked' && kept.reason !== 'signed_out';
  return (
    <div className="mb-4 print:hidden">
      <Notice tone={isRefused ? 'danger' : 'warn'} title={t(isRefused ? 'kept.refused' : 'kept.title')}>
        <p>{t(isRefused ? 'kept.refusedText' : 'kept.text')}</p>
        {isRefused && (
          <Button variant="outline" onClick={discard}>
            {t('kept.discard')}
          </Button>
        )}
      </Notice>
    </div>
  );
}
function TextPrint(of: TextProps) {
  const { t } = useTranslation('contractText');
  const name = contractLabel(of.row);
  return <PrintButton label={t('print')} name={name} prints={paper => <Paper {...of} {...paper} />} />;
}

export function TenantText({ row }: { row: Contract }) {
  const signature = useKeptSignature(row.id);
  return (
    <>
      <KeptNotice {...signature} />
      <div className="mb-4 print:hidden">
        <TextPrint row={row} of="tenant" />
      </div>
      <Text row={row} of="tenant" />
    </>
  );
}

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
  const signature = useKeptSignature(row.id);
  const isTurn = isTurnOf(row, id) && signature.kept === undefined;
  return (
    <>
      <KeptNotice {...signature} />
      <div className="mb-4 flex flex-wrap gap-2 print:hidden">
        {isTurn && <Button onClick={() => show(true)}>{t('sign.open')}</Button>}
        <TextPrint row={row} of="own" />
      </div>
      <Text row={row} of="own" />
      {isAsked && isTurn && <SignDialog row={row} close={() => show(false)} />}
    </>
  );
}
