import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { builds as list, changeBuild, type Build } from '../../../shared/contract/fleet/build.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useSave } from '../../kit/useSave.ts';

const REFRESH_MS = 10_000;
const SHARES = [1, 10, 25, 50, 100];
const ROLLOUT_MARKS = {
  running: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  called_back: { shape: 'rejected', tone: 'danger' },
} as const;
type Patch = Body<typeof changeBuild>;

/** Which builds the screens of all tenants run, and how far the one that is given out may go. */
export default function Builds() {
  const { t } = useTranslation('monitor');
  const { client } = useAuth();
  const save = useSave();
  const [failure, setFailure] = useState<unknown>(null);
  const [confirming, setConfirming] = useState<Build | null>(null);
  const answer = useQuery({ ...read(client, list, {}), refetchInterval: REFRESH_MS });
  const items = answer.data?.items ?? [];
  const totalScreens = items.reduce((sum, { screens }) => sum + screens, 0);

  const change = ({ build, version }: Build, body: Patch) => {
    setFailure(null);
    return save(c => c.call(changeBuild, { params: { build }, body, version })).catch(setFailure);
  };
  return (
    <section aria-labelledby="builds" className="mt-8">
      <h2 id="builds" className="mb-2 text-20">
        {t('builds.title')}
      </h2>
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {failure !== null && <ErrorPanel error={failure} />}
      <ul className="border-t-2 border-ink bg-surface">
        {items.map(item => (
          <BuildRow
            key={item.build}
            item={item}
            totalScreens={totalScreens}
            change={body => void change(item, body)}
            callBack={() => setConfirming(item)}
          />
        ))}
      </ul>
      {confirming && (
        <Dialog
          title={t('builds.ask.title', { build: confirming.build })}
          text={t('builds.ask.text', { count: confirming.screens })}
          close={() => setConfirming(null)}
        >
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button variant="outline" onClick={() => setConfirming(null)}>
              {t('builds.ask.keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() =>
                void change(confirming, { rollout: 'called_back' }).then(() => setConfirming(null))
              }
            >
              {t('builds.callBack')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface BuildRowProps {
  item: Build;
  /** Screens that tell their build. */
  totalScreens: number;
  change: (body: Patch) => void;
  callBack: () => void;
}
function BuildRow({ item, totalScreens, change, callBack }: BuildRowProps) {
  const { t } = useTranslation('monitor');
  const format = useFormat();
  const { build, rollout, percent, screens, since, is_current } = item;
  const isEnded = rollout === 'called_back';
  const shares = SHARES.includes(percent) ? SHARES : [percent, ...SHARES].sort((a, b) => a - b);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-mono break-all">{build}</p>
        <p className="text-13 text-ink-2">
          {t(is_current ? 'builds.current' : 'builds.since', { time: format.dateTime(since) })}
        </p>
        <meter
          aria-hidden
          className="mt-1 block h-2 w-full"
          value={screens}
          max={Math.max(1, totalScreens)}
        />
        <p className="text-13 text-ink-2">
          {t('builds.screens', {
            count: screens,
            shown: format.number(screens),
            all: format.number(totalScreens),
          })}
        </p>
      </div>
      <Mark {...ROLLOUT_MARKS[rollout]} label={t(`builds.rollouts.${rollout}`, { percent })} />
      {is_current && !isEnded && (
        <>
          <Segmented
            label={t('builds.share')}
            value={String(percent)}
            options={shares.map(share => ({ value: String(share), label: t('builds.percent', { share }) }))}
            onChange={share => change({ percent: Number(share) })}
          />
          <Button
            variant="outline"
            onClick={() => change({ rollout: rollout === 'paused' ? 'running' : 'paused' })}
          >
            {t(rollout === 'paused' ? 'builds.resume' : 'builds.pause')}
          </Button>
        </>
      )}
      {!isEnded && screens + Number(is_current) > 0 && (
        <Button variant="outline" onClick={callBack}>
          {t('builds.callBack')}
        </Button>
      )}
    </li>
  );
}
