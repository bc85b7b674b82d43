import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Consent } from '../../../shared/consent/consent.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

/** Stays at the bottom of the page until the user accepts or declines. It covers no content; on a small screen it is the end of the page. */
export function ConsentBar({ consent }: { consent: Consent }) {
  const isAsked = useStore(consent.store, state => state.at === 'unasked');
  return isAsked ? <Question answer={errors => void consent.decide({ errors })} /> : null;
}

function Question({ answer }: { answer: (allowed: boolean) => void }) {
  const { t } = useTranslation('consent');
  const bar = useRef<HTMLElement>(null);
  useBottomInset(bar);
  return (
    <section
      ref={bar}
      aria-label={t('ask')}
      className="bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-6 py-1 lg:sticky print:hidden"
    >
      <p className="font-semibold">{t('ask')}</p>
      <span className="flex gap-2">
        <Button variant="outline" onClick={() => answer(true)}>
          {t('accept')}
        </Button>
        <Button variant="outline" onClick={() => answer(false)}>
          {t('decline')}
        </Button>
      </span>
    </section>
  );
}

/** Reserves the bar's height, so that full-height content and focus scrolling end above the bar. */
function useBottomInset(bar: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const measure = () => root.style.setProperty('--bar', `${bar.current?.offsetHeight ?? 0}px`);
    const watch = new ResizeObserver(measure);
    if (bar.current) watch.observe(bar.current);
    measure();
    root.dataset['bar'] = '';
    return () => {
      watch.disconnect();
      root.style.removeProperty('--bar');
      delete root.dataset['bar'];
    };
  }, [bar]);
}
