import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { sendOpenrtb } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { testCases } from '../../../shared/contract/programmatic/tester/testCase.ts';
import { objectOf } from '../../../shared/openrtb/json.ts';
import { validateRequest } from '../../../shared/openrtb/validate/validateRequest.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { Tabs } from '../../kit/ui/display/Tabs.tsx';
import type { Sent } from './answer/AnswerPanel.tsx';
import { RequestPanel } from './RequestPanel.tsx';
import { targetBody, type SendTarget } from './SendTo.tsx';
import { INDENT, templateText } from './templates.ts';
import { parsedJson, useCheckedText } from './editor/useCheckedText.ts';

/** Judging answers takes a reader of XML, and cases are not everybody's: each comes when it is opened. */
const AnswerPanel = lazyWithRetry(() => import('./answer/AnswerPanel.tsx'));
const CasesPanel = lazyWithRetry(() => import('./cases/CasesPanel.tsx'));
const SaveCase = lazyWithRetry(async () => ({ default: (await import('./dialogs.ts')).SaveCase }));
const FromPlacement = lazyWithRetry(async () => ({ default: (await import('./dialogs.ts')).FromPlacement }));

const OK = 200;
type Tab = 'request' | 'answer' | 'cases';
const pretty = (value: unknown) => JSON.stringify(value, null, INDENT);

/** Requests written, checked and sent; answers judged as an auction would; cases kept and run. */
export default function TesterPage() {
  const { t } = useTranslation(['openrtb', 'navigation']);
  const errorText = useErrorText();
  const { client } = useAuth();
  const [tab, setTab] = useState<Tab>('request');
  const [visited, setVisited] = useState<readonly Tab[]>(['request']);
  const showTab = (name: Tab) => {
    setTab(name);
    setVisited(before => (before.includes(name) ? before : [...before, name]));
  };
  const [mode, setMode] = useState<'strict' | 'lenient'>('strict');
  const [profile, setProfile] = useState<'generic' | 'dooh'>('dooh');
  const [request, setRequest] = useState(() => templateText('image', systemClock.now()));
  const [answer, setAnswer] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [target, setTarget] = useState<SendTarget>({ partner_id: null, mock_profile: 'bid' });
  const [isPlacing, setPlacing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const checkRequest = useCallback(
    (text: string) => validateRequest(text, { mode, profile }),
    [mode, profile],
  );
  const parsedRequest = parsedJson(request);
  const checkedRequest = useCheckedText(request, setRequest, checkRequest);

  async function attempt(work: () => Promise<void>) {
    setFailure(null);
    await work().catch(setFailure);
  }
  async function send() {
    setSending(true);
    await attempt(async () => {
      const body = { request: objectOf(parsedRequest), ...targetBody(target) };
      const came = await client.call(sendOpenrtb, { body });
      const json = parsedJson(came.text);
      setSent(came);
      setAnswer(json === undefined ? came.text : pretty(json));
      showTab('answer');
    });
    setSending(false);
  }
  const openCase = (id: string) =>
    void attempt(async () => {
      const one = await client.call(testCases.read, { params: { id } });
      setRequest(pretty(one.request));
      setProfile(one.profile);
      setAnswer(one.response === null || one.response.body === null ? '' : pretty(one.response.body));
      const { status } = one.response ?? { status: null };
      setSent(status === null ? null : { status, fault: null, latency_ms: 0, bytes: 0, text: '' });
      showTab('request');
    });
  const body = answer === '' ? undefined : parsedJson(answer);
  return (
    <>
      <div className="mb-5 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3">
        <PageTitle>{t('navigation:tester')}</PageTitle>
        <span className="flex-1" />
        <Segmented
          label={t('mode.label')}
          value={mode}
          onChange={setMode}
          options={(['strict', 'lenient'] as const).map(value => ({ value, label: t(`mode.${value}`) }))}
        />
        <Segmented
          label={t('profile.label')}
          value={profile}
          onChange={setProfile}
          options={(['dooh', 'generic'] as const).map(value => ({ value, label: t(`profile.${value}`) }))}
        />
      </div>
      {failure !== null && (
        <Notice tone="danger" alert>
          {errorText(failure)}
        </Notice>
      )}
      <Tabs
        label={t('navigation:tester')}
        selected={tab}
        onSelect={showTab}
        tabs={[
          {
            name: 'request',
            label: t('tabs.request'),
            content: (
              <RequestPanel
                {...{ text: request, setText: setRequest, checked: checkedRequest }}
                {...{ target, setTarget, isSending }}
                fromPlacement={() => setPlacing(true)}
                send={() => void send()}
                save={() => setSaving(true)}
              />
            ),
          },
          {
            name: 'answer',
            label: t('tabs.answer'),
            content: visited.includes('answer') && (
              <LazyPart>
                <AnswerPanel
                  request={parsedRequest}
                  {...{ mode, profile, sent, text: answer, setText: setAnswer }}
                />
              </LazyPart>
            ),
          },
          {
            name: 'cases',
            label: t('tabs.cases'),
            content: visited.includes('cases') && (
              <LazyPart>
                <CasesPanel mode={mode} open={openCase} />
              </LazyPart>
            ),
          },
        ]}
      />
      {isPlacing && (
        <LazyPart>
          <FromPlacement take={built => setRequest(pretty(built))} close={() => setPlacing(false)} />
        </LazyPart>
      )}
      {isSaving && (
        <LazyPart>
          {' '}
          <SaveCase
            request={parsedRequest}
            response={body === undefined ? null : { status: sent?.status ?? OK, body }}
            profile={profile}
            isValid={checkedRequest.valid}
            close={() => setSaving(false)}
          />
        </LazyPart>
      )}
    </>
  );
}
