import { ArrowLeftRight, ChevronLeft, ChevronRight, Volume2, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/constants.ts';
import { otherLanguage, type PhrasePosition } from './phrases.ts';
import { createSpeech } from './speech.ts';

interface PhraseDialogProps {
  position: PhrasePosition;
  /** The language in large type. */
  language: Language;
  swap: () => void;
  show: (id: string) => void;
  close: () => void;
}

/** One phrase on the whole screen: the other's language large, one's own beneath. Arrows turn the pages, S swaps. */
export function PhraseDialog({ position, language, swap, show, close }: PhraseDialogProps) {
  const { t } = useTranslation('guide');
  const dialog = useRef<HTMLDialogElement>(null);
  const [speak] = useState(() => createSpeech(window));
  const { phrase, n, total, previous, next } = position;
  useEffect(() => dialog.current?.showModal(), []);
  const turn = (to: PhrasePosition['previous']) => to && show(to.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') turn(previous);
    else if (event.key === 'ArrowRight') turn(next);
    else if (event.key.toLowerCase() === 's') swap();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="phrase"
      onKeyDown={onKeyDown}
      onClose={close}
      className="night m-0 h-dvh max-h-none w-full max-w-none bg-bg text-ink"
    >
      <div className="flex min-h-full flex-col border-l-[12px] border-lamp px-4 py-3 sm:px-10 sm:py-6">
        <div className="flex items-center justify-between">
          <p className="text-16 text-ink-2">{t('place', { n, total })}</p>
          <IconPress icon={X} label={t('close')} onClick={close} />
        </div>
        <div className="flex flex-1 flex-col justify-center gap-6 py-6">
          <p
            id="phrase"
            lang={language}
            aria-live="polite"
            className="text-[clamp(2.25rem,8.5vmin+1.5vw,6.5rem)] leading-[1.2] font-bold text-balance wrap-anywhere"
          >
            {phrase[language]}
          </p>
          <p lang={otherLanguage(language)} className="text-20 text-ink-2 sm:text-28">
            {phrase[otherLanguage(language)]}
          </p>
        </div>
        <div className="flex flex-wrap justify-between gap-2">
          <div className="flex gap-2">
            <IconPress icon={ChevronLeft} label={t('previous')} onClick={() => turn(previous)} isOff={!previous} />
            <IconPress icon={ChevronRight} label={t('next')} onClick={() => turn(next)} isOff={!next} />
          </div>
          <div className="flex gap-2">
            {speak && <IconPress icon={Volume2} label={t('speak')} onClick={() => speak(phrase[language], language)} />}
            <IconPress icon={ArrowLeftRight} label={t('swap')} onClick={swap} />
          </div>
        </div>
      </div>
    </dialog>
  );
}

interface PressProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  isOff?: boolean;
}

/** At the end of a topic the button stays, so that the focus does, too. */
const IconPress = ({ icon: Icon, label, onClick, isOff = false }: PressProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={onClick}
    className="grid size-14 shrink-0 place-items-center rounded-sm border border-control text-ink hover:bg-surface aria-disabled:opacity-40"
  >
    <Icon size={26} aria-hidden />
  </button>
);
