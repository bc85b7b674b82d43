import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { sendOpenrtb } from '../../../../shared/contract/programmatic/tester/openrtb.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { judgeBids, type Judgement } from '../../../../shared/openrtb/auction/judge.ts';
import { rankBids } from '../../../../shared/openrtb/auction/rank.ts';
import { testPolicy } from '../../../../shared/openrtb/auction/testPolicy.ts';
import { objectOf } from '../../../../shared/openrtb/json.ts';
import { validateResponse } from '../../../../shared/openrtb/validate/validateResponse.ts';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { EmptyState } from '../../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { AuctionTable } from './AuctionTable.tsx';
import { Findings } from '../editor/Findings.tsx';
import { JsonEditor } from '../editor/JsonEditor.tsx';
import { parsedJson, useCheckedText } from '../editor/useCheckedText.ts';
import { WonBid } from './WonBid.tsx';

export type Sent = Answer<typeof sendOpenrtb>;
interface AnswerPanelProps {
  request: unknown;
  profile: 'generic' | 'dooh';
  sent: Sent | null;
  mode: 'strict' | 'lenient';
  text: string;
  setText: (text: string) => void;
}

const OK = 200;
const NOTHING = { valid: true, findings: [] };

/** What came back, or what somebody pasted; judged as it stands in the editor. */
export default function AnswerPanel({ request, profile, mode, sent, text, setText }: AnswerPanelProps) {
  const { t } = useTranslation('openrtb');
  const check = useCallback(
    (answer: string) => {
      const options = { mode, profile, status: sent?.status ?? OK };
      return answer === '' ? NOTHING : validateResponse(answer, request, options);
    },
    [mode, profile, request, sent],
  );
  const checked = useCheckedText(text, setText, check);
  const { judgement, standings } = useMemo(() => {
    const requestObject = objectOf(request);
    const policy = testPolicy(requestObject, profile);
    const status = sent?.status ?? OK;
    const body = parsedJson(text);
    const judged = judgeBids(requestObject, { status, latency_ms: 0, bytes: text.length, body }, policy);
    const contenders = judged.bids.map(bid => ({ partner_id: '', latency_ms: 0, bid }));
    return { judgement: judged, standings: rankBids(requestObject, contenders, policy) };
  }, [request, profile, sent, text]);
  if (sent === null && text === '')
    return (
      <>
        <EmptyState title={t('answer.none')} text={t('answer.noneText')} />
        <JsonEditor
          label={t('answer.label')}
          value={text}
          onChange={setText}
          marks={checked.marks}
          area={checked.area}
          rows={8}
        />
      </>
    );
  const won = standings.find(({ outcome }) => outcome === 'won');
  return (
    <div className="flex flex-col gap-6">
      {sent !== null && <Arrival sent={sent} />}
      {text !== '' && (
        <div className="grid gap-6 xl:grid-cols-2">
          <JsonEditor
            label={t('answer.label')}
            value={text}
            onChange={setText}
            marks={checked.marks}
            area={checked.area}
            rows={18}
          />
          <section aria-label={t('answer.findings')}>
            <Findings {...checked} />
          </section>
        </div>
      )}
      <Outcome judgement={judgement} />
      {judgement.bids.length > 0 && <AuctionTable bids={judgement.bids} standings={standings} />}
      {won && <WonBid standing={won} request={request} />}
    </div>
  );
}

function Arrival({ sent }: { sent: Sent }) {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const { status, fault, latency_ms, bytes } = sent;
  if (fault !== null)
    return (
      <Notice tone="danger" alert title={t('answer.fault')}>
        {t(`faults.${fault}`)}
      </Notice>
    );
  return (
    <p role="status" className="font-mono">
      {t('answer.arrived', {
        status: status ?? 0,
        latency: format.number(latency_ms),
        bytes: format.number(bytes),
      })}
    </p>
  );
}

function Outcome({ judgement: { outcome, nbr, bids } }: { judgement: Judgement }) {
  const { t } = useTranslation('openrtb');
  if (bids.length > 0) return null;
  return (
    <Notice tone={outcome === 'nobid' ? 'neutral' : 'warn'} title={t(`outcome.${outcome}`)}>
      {nbr !== null && t('answer.nbr', { code: nbr })}
    </Notice>
  );
}
