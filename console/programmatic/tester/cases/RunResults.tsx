import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import {
  testRuns,
  type CaseCheck,
  type TestRunDetail,
} from '../../../../shared/contract/programmatic/tester/testRun.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx';
import { Mark } from '../../../kit/ui/display/Mark.tsx';
import { ErrorPanel } from '../../../kit/ui/display/placeholders.tsx';
import { Progress } from '../../../kit/ui/display/Progress.tsx';
import { useSave } from '../../../kit/useSave.ts';
import { usePreviousVerdicts } from './usePreviousVerdicts.ts';

const POLL_MS = 500;
const MARKS = {
  passed: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  not_judged: { shape: 'draft', tone: 'neutral' },
} as const;
const isRunning = (run: TestRunDetail | undefined) => run?.state === 'queued' || run?.state === 'running';

interface RunResultsProps {
  id: string;
  openCase: (id: string) => void;
  close: () => void;
}

export function RunResults({ id, openCase, close }: RunResultsProps) {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const { client } = useAuth();
  const save = useSave();
  const found = useQuery({
    ...read(client, testRuns.read, { params: { id } }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  });
  const run = found.data;
  const cancel = () =>
    void save(using => using.call(testRuns.actionEndpoints.cancel, { params: { id }, body: {} }));
  return (
    <section aria-label={t('run.title')} className="my-5 border-y border-line py-4">
      {found.error !== null && <ErrorPanel error={found.error} />}
      {run && (
        <>
          <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-2">
            <h2 className="text-20 font-bold">{run.suite}</h2>
            <span role="status">
              {t(isRunning(run) ? 'run.progress' : 'run.finished', {
                done: format.number(run.done),
                total: format.number(run.total),
              })}
            </span>
            {(['passed', 'failed', 'not_judged'] as const).map(verdict => (
              <Mark
                key={verdict}
                {...MARKS[verdict]}
                label={`${t(`verdict.${verdict}`)} ${format.number(run[verdict])}`}
              />
            ))}
            <span className="flex-1" />
            {isRunning(run) ? (
              <Button variant="outline" onClick={cancel}>
                {t('run.cancel')}
              </Button>
            ) : (
              <Button variant="outline" onClick={close}>
                {t('run.close')}
              </Button>
            )}
          </div>
          {isRunning(run) && <Progress label={t('run.title')} share={run.done / Math.max(1, run.total)} />}
          <Results run={run} openCase={openCase} />
        </>
      )}
    </section>
  );
}

function Results({ run, openCase }: { run: TestRunDetail; openCase: (id: string) => void }) {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const [filter, setFilter] = useState<'all' | Verdict>('all');
  const previous = usePreviousVerdicts(run);
  const changed = run.results.filter(
    ({ case_id, verdict }) => previous.has(case_id) && previous.get(case_id) !== verdict,
  ).length;
  const rows = run.results.filter(({ verdict }) => filter === 'all' || verdict === filter);
  return (
    <>
      {previous.size > 0 && !isRunning(run) && (
        <p className="text-ink-2">{t('run.changed', { count: changed, shown: format.number(changed) })}</p>
      )}
      <div className="my-3 flex">
        <Segmented
          label={t('run.filter')}
          value={filter}
          onChange={setFilter}
          options={(['all', 'failed', 'passed', 'not_judged'] as const).map(value => ({
            value,
            label: t(`verdict.${value}`),
          }))}
        />
      </div>
      <div className="max-h-[60vh] overflow-auto" tabIndex={0} role="region" aria-label={t('run.results')}>
        <table className="w-full text-left">
          <tbody>
            {rows.map(({ case_id, name, verdict, checks }) => (
              <tr key={case_id} className="border-b border-line align-top">
                <td className="py-2 pr-4">
                  <Mark {...MARKS[verdict]} label={t(`verdict.${verdict}`)} />
                  <Before verdict={verdict} before={previous.get(case_id)} />
                </td>
                <td className="pr-4">
                  <button
                    type="button"
                    className="min-h-12 text-left break-all text-primary underline"
                    onClick={() => openCase(case_id)}
                  >
                    {name}
                  </button>
                </td>
                <td className="py-2">
                  {checks.map((check, at) => (
                    <Check key={at} check={check} />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Only where it has changed since the run before. */
function Before({ verdict, before }: { verdict: Verdict; before: Verdict | undefined }) {
  const { t } = useTranslation('openrtb');
  if (before === undefined || before === verdict) return null;
  return <p className="text-13 text-ink-2">{t('run.before', { verdict: t(`verdict.${before}`) })}</p>;
}

function Check({ check: { check, verdict, expected, actual } }: { check: CaseCheck }) {
  const { t } = useTranslation('openrtb');
  const inWords = (text: string) =>
    text === 'true' ? t('check.yes') : text === 'false' ? t('check.no') : text;
  const names = { name: t(`check.${check}`), expected: inWords(expected), actual: inWords(actual) };
  return (
    <p className={verdict === 'failed' ? 'font-semibold text-danger' : 'text-ink-2'}>
      {verdict === 'failed'
        ? t('check.wrong', names)
        : check === 'partner'
          ? t('check.own', names)
          : t('check.right', names)}
    </p>
  );
}
