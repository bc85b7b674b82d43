/** A page of its own, in the guide layout: nothing but large phrases, for two people and one screen. */
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import type { Language } from '../../../shared/constants.ts';
import { LANGUAGE_NAMES } from '../../../shared/i18n/language.ts';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { PublicHeader } from '../PublicFrame.tsx';
import { PhraseDialog } from './PhraseDialog.tsx';
import { otherLanguage, phrasePosition, TOPICS, topicOf } from './phrases.ts';
import { useGuideCached } from './useGuideCached.ts';

export default function Phrasebook() {
  const { t, i18n } = useTranslation('guide');
  const ownLanguage: Language = i18n.resolvedLanguage === 'zh' ? 'zh' : 'en';
  const [isSwapped, setSwapped] = useState(false);
  const largeLanguage = isSwapped ? ownLanguage : otherLanguage(ownLanguage);
  const [search, setSearch] = useSearchParams();
  const topic = topicOf(search.get('topic'));
  const position = phrasePosition(topic, search.get('phrase'));
  const isCached = useGuideCached();
  /** A phrase is a step of its own, so that Back closes it. */
  const go = (topicId: string, phrase: string | null, isStep = false) =>
    setSearch(phrase === null ? { topic: topicId } : { topic: topicId, phrase }, { replace: !isStep });
  const swap = () => setSwapped(!isSwapped);
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-6 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <PageTitle>{t('title')}</PageTitle>
            <p className="mt-1 text-20 text-ink-2">{t('text')}</p>
          </div>
          <SwapButton shown={largeLanguage} swap={swap} />
        </div>
        <nav aria-label={t('topics')} className="mt-5 flex flex-wrap gap-2">
          {TOPICS.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === topic.id}
              onClick={() => go(id, null)}
              className="min-h-14 rounded-sm border border-control px-5 text-16 text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-bg"
            >
              {name[ownLanguage]}
            </button>
          ))}
        </nav>
        <ul aria-label={t('phrases')} className="mt-5 border-t-2 border-ink bg-surface">
          {topic.phrases.map(phrase => (
            <li key={phrase.id} className="border-b border-line">
              <button
                type="button"
                onClick={() => go(topic.id, phrase.id, true)}
                className="flex min-h-16 w-full flex-col justify-center px-5 py-3 text-left hover:bg-neutral-tint"
              >
                <span className="text-20 leading-snug font-semibold" lang={otherLanguage(largeLanguage)}>
                  {phrase[otherLanguage(largeLanguage)]}
                </span>
                <span className="text-16 text-ink-2" lang={largeLanguage}>
                  {phrase[largeLanguage]}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className="mt-4 min-h-6 text-ink-2">
          {isCached ? t('offline') : ''}
        </p>
      </main>
      {position && (
        <PhraseDialog
          position={position}
          language={largeLanguage}
          swap={swap}
          show={id => go(topic.id, id)}
          close={() => go(topic.id, null)}
        />
      )}
    </div>
  );
}

function SwapButton({ shown, swap }: { shown: Language; swap: () => void }) {
  const { t } = useTranslation('guide');
  return (
    <button
      type="button"
      onClick={swap}
      aria-label={`${t('swap')}: ${LANGUAGE_NAMES[otherLanguage(shown)]} → ${LANGUAGE_NAMES[shown]}`}
      className="flex min-h-14 items-center gap-3 rounded-sm border border-primary px-5 text-16 font-semibold text-primary hover:bg-neutral-tint"
    >
      <span lang={otherLanguage(shown)}>{LANGUAGE_NAMES[otherLanguage(shown)]}</span>
      <ArrowLeftRight size={20} aria-hidden />
      <span lang={shown}>{LANGUAGE_NAMES[shown]}</span>
    </button>
  );
}
