import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant, systemClock } from '../../../shared/clock.ts';
import { codeLabel } from '../../kit/fields/inputs/codes/codes.ts';
import { useFormat, useLocale } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useAuth, useSignedIn } from '../session/auth.tsx';
import { saveOwnSetting } from '../session/saveOwnSetting.ts';
import { browserZone, declineZone, keepsSameTime, UNSET_ZONE, wasDeclined } from './zone.ts';

/** Asks at the first visit whose clocks times are to be shown by. */
export default function ZoneBar() {
  const { user } = useSignedIn();
  const zone = browserZone();
  const [isDone, setIsDone] = useState(() => wasDeclined(localStorage, user.id, zone));
  if (isDone || user.tz !== UNSET_ZONE || keepsSameTime(user.tz, zone, systemClock.now())) return null;
  return <Question zone={zone} onDone={() => setIsDone(true)} />;
}

function Question({ zone, onDone }: { zone: string; onDone: () => void }) {
  const { t } = useTranslation('navigation');
  const { client } = useAuth();
  const queries = useQueryClient();
  const { user } = useSignedIn();
  const locale = useLocale();
  const now = instant(systemClock.now());
  const [ownTime, shownTime] = [useFormat(zone).time(now), useFormat(user.tz).time(now)];
  const [isSaving, setIsSaving] = useState(false);
  const toast = useToast();
  const errorText = useErrorText();
  async function take() {
    setIsSaving(true);
    try {
      await saveOwnSetting(client, queries, { name: 'tz', value: zone });
      onDone();
    } catch (error) {
      toast({ tone: 'danger', title: t('zone.notSaved'), text: errorText(error) });
    } finally {
      setIsSaving(false);
    }
  }
  function keep() {
    declineZone(localStorage, user.id, zone);
    onDone();
  }
  return (
    <section
      aria-label={t('zone.title')}
      className="lane sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface py-1 pr-4 pl-5 [--lane:var(--info)] print:hidden"
    >
      <p>{t('zone.text', { shown: user.tz, shownTime, own: codeLabel('zone', zone, locale), ownTime })}</p>
      <span className="flex gap-2">
        <Button variant="outline" busy={isSaving} onClick={() => void take()}>
          {t('zone.take', { zone })}
        </Button>
        <Button variant="quiet" onClick={keep}>
          {t('zone.keep', { zone: user.tz })}
        </Button>
      </span>
    </section>
  );
}
