import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplacementCandidate } from '../../../shared/contract/fleet/device.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';

interface SameScreensProps {
  found: readonly ReplacementCandidate[];
  busy: boolean;
  /** null: it is a new one. */
  choose: (replaces: ReplacementCandidate | null) => void;
}

/** Asked where a screen may be one that has lost itself: whoever stands before it knows. */
export function SameScreens({ found, busy, choose }: SameScreensProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  return (
    <div ref={group} role="group" tabIndex={-1} aria-labelledby="same" aria-describedby="same-text">
      <p id="same" className="font-semibold">
        {t('pair.same')}
      </p>
      <p id="same-text" className="pb-3 text-13 text-ink-2">
        {t('pair.sameText')}
      </p>
      <div className="flex flex-col items-stretch gap-2">
        {found.map(candidate => (
          <Button key={candidate.id} variant="outline" busy={busy} onClick={() => choose(candidate)}>
            {candidate.last_seen_at === null
              ? t('pair.isNeverSeen', { name: candidate.name })
              : t('pair.is', { name: candidate.name, ago: format.ago(candidate.last_seen_at, now) })}
          </Button>
        ))}
        <Button variant="outline" busy={busy} onClick={() => choose(null)}>
          {t('pair.isNew')}
        </Button>
      </div>
    </div>
  );
}
